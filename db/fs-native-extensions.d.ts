declare module "fs-native-extensions" {
  /** Tries to lock an open file exclusively. @returns false if another open file holds the lock. */
  export function tryLock(fd: number): boolean;
}
