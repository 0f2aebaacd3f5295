import type { EngineMessage, NodeOutputs } from '../engine/client-types.ts';
import { byNode } from '../engine/history-entry.ts';

/** What the socket told of one prompt, from its start to its end. */
export interface Story {
  hear(message: EngineMessage): void;
  /**
   * What it made, as history will list it, where all of a success was heard: start, outputs of every declared node, success, end, and no
   * break of the socket in between. null: only history knows.
   */
  whole(): NodeOutputs | null;
}

/** Of the prompt `promptId`; `declared`: the nodes that must have made something. */
export const createStory = (promptId: string, declared: readonly string[]): Story => {
  const made = new Map<string, NodeOutputs>();
  let isBroken = declared.length === 0;
  let [hasStarted, hasSucceeded, isOver] = [false, false, false];

  return {
    hear(message) {
      if (message.type === 'socket') isBroken = true;
      if (!('promptId' in message) || message.promptId !== promptId) return;
      if (message.type === 'start') hasStarted = true;
      else if (message.type === 'executed') {
        // One that tells twice has told the whole the second time, as history keeps it.
        for (const { node } of [...message.outputs.files, ...message.outputs.texts]) made.set(node, message.outputs);
      } else if (message.type === 'success') hasSucceeded = true;
      else if (message.type === 'error' || message.type === 'interrupted') isBroken = true;
      else if (message.type === 'executing' && message.node === null) isOver = true;
    },
    whole() {
      if (isBroken || !hasStarted || !hasSucceeded || !isOver) return null;
      if (!declared.every((node) => made.has(node))) return null;
      const parts = [...made].sort(([a], [b]) => byNode(a, b)).map(([, outputs]) => outputs);
      return { files: parts.flatMap(({ files }) => files), texts: parts.flatMap(({ texts }) => texts) };
    },
  };
};
