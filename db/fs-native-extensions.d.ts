declare module "fs-native-extensions" {
  /**
   * Tries to take an exclusive lock on the file of this descriptor.
   * @returns false if the lock is held through another descriptor of the same file, in this or another process.
   */
  export function tryLock(fd: number): boolean;
}
