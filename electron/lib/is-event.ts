import type { EventName, Payload } from '../../shared/rpc.ts';

/** Whether a message of the hub tells of this event. The hub's own messages were checked against the contract when they were told. */
export const isEvent = <K extends EventName>(message: unknown, name: K): message is { payload: Payload<K> } =>
  typeof message === 'object' && message !== null && 'name' in message && message.name === name;
