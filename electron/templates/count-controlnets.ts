import type { Exact } from '../lib/exact-json.ts';

/** ComfyUI's own classes and those of the common packs: ControlNetApply, ControlNetApplyAdvanced, ACN_AdvancedControlNetApply … */
const applies = /ControlNetApply/i;

/** Whether a node of this class puts a ControlNet to work. Pure. */
export const isControlnetApply = (className: string): boolean => applies.test(className);

const isObject = (value: Exact | undefined): value is { [key: string]: Exact } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How many ControlNets a rendered graph applies. One of strength 0 passes its conditioning on unchanged, so it does not count. Pure. */
export const countControlnets = (graph: Exact): number => {
  if (!isObject(graph)) return 0;
  return Object.values(graph).filter((node) => {
    if (!isObject(node) || typeof node.class_type !== 'string' || !isControlnetApply(node.class_type)) return false;
    return !isObject(node.inputs) || node.inputs.strength !== 0;
  }).length;
};
