import type { Parameter } from './template.ts';

/** Keys of the parameters that hold what somebody wrote: a text that nobody gave a role may be a prompt too. Pure. */
export const promptKeysOf = (parameters: readonly Pick<Parameter, 'key' | 'type' | 'role'>[]): string[] =>
  parameters.filter(({ type, role }) => type === 'text' || role === 'prompt' || role === 'negative').map(({ key }) => key);
