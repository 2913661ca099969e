/** Lets those that ask for the same work while it is under way wait for the one that does it. */
export const createShare = <T>() => {
  const underWay = new Map<string, Promise<T>>();
  return (name: string, work: () => Promise<T>): Promise<T> => {
    const running = underWay.get(name);
    if (running !== undefined) return running;
    const started = work().finally(() => underWay.delete(name));
    underWay.set(name, started);
    return started;
  };
};
