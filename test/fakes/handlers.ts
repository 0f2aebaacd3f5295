import { contract } from '../../shared/contract.ts';
import type { Handlers } from '../../shared/rpc.ts';

/** Handlers of which only the given ones may be called. */
export const handlersWith = (some: Partial<Handlers>): Handlers => {
  const names = [...Object.keys(contract.queries), ...Object.keys(contract.commands)];
  const unused = (name: string) => () => {
    throw new Error(`unexpected call of ${name}`);
  };
  // Every name of the contract is there, because they come from it.
  return { ...(Object.fromEntries(names.map((name) => [name, unused(name)])) as unknown as Handlers), ...some };
};
