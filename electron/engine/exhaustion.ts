const codes: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN', 'EADDRNOTAVAIL']);

/**
 * Whether something failed because this program or the machine had no room left (file descriptors, memory, local ports). That says
 * nothing about whoever was looked at or asked. Looks through causes. Pure.
 */
export const isExhaustion = (error: unknown): boolean => {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof AggregateError && each.errors.some(isExhaustion)) return true;
    if ('code' in each && typeof each.code === 'string' && codes.has(each.code)) return true;
  }
  return false;
};
