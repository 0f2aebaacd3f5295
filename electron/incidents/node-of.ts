import type { Evidence } from './evidence.ts';

/** Which node the log speaks of; each part null where it does not say. */
export interface NodeName {
  id: string | null;
  class: string | null;
  title: string | null;
}

const nobody: NodeName = { id: null, class: null, title: null };
const validated = /^\* ([\w.()+| -]{1,120}) (\d+(?::\d+)*):$/;
const refusedId = /Node ID '#?([\w:.-]+)'/;
const refusedClass = /'class_type': '([^']{1,200})'|Node '([^']{1,200})' not found|because node (\S{1,200}) does not exist/;
const refusedTitle = /'node_title': '([^']{1,200})'/;

/** The page's own words about a failed job name its node. */
const nodeOfReport = (scope: Evidence['scope']): NodeName => {
  const find = (pattern: RegExp): string | null => {
    for (const { text } of scope) {
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) return found;
    }
    return null;
  };
  const name = find(/^- \*\*Node Type:\*\* (\S{1,200})\s*$/) ?? find(/^Error occurred when executing ([^:]{1,200}):/);
  return name === null ? nobody : { id: find(/^- \*\*Node ID:\*\* #?(\S{1,40})\s*$/), class: name, title: null };
};

/**
 * The node that was refused. ComfyUI does not print which node raised an exception: that is in the job's history, not in the log. Pure.
 */
export const nodeOf = ({ scope }: Evidence): NodeName => {
  const refused = scope.findLast(({ text }) => text.startsWith('invalid prompt:'));
  if (!refused) return nodeOfReport(scope);
  const id = refusedId.exec(refused.text)?.[1] ?? null;
  const names = refusedClass.exec(refused.text);
  const title = refusedTitle.exec(refused.text)?.[1] ?? null;
  if (id !== null) return { id, class: names?.[1] ?? names?.[2] ?? names?.[3] ?? null, title };
  for (const { n, text } of scope) {
    const match = n < refused.n ? validated.exec(text.trim()) : null;
    if (match) return { id: match[2] ?? null, class: match[1] ?? null, title: null };
  }
  return nobody;
};
