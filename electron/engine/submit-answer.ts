import type { NodeErrors, SubmitAnswer } from './client-types.ts';
import { asList, asRecord, asText, parseLenient } from './lenient-json.ts';

/**
 * Reads the answer to `POST /prompt`: accepted (perhaps with outputs dropped), refused with the node at fault, or nothing that can be
 * understood. Knows every error body since 0.3.10. Pure.
 */
export const submitAnswerOf = (status: number, text: string): SubmitAnswer => {
  const parsed = parseLenient(text);
  const body = asRecord(parsed);
  const nodeErrors = nodeErrorsOf(body.node_errors);
  if (status === 200) {
    const promptId = asText(body.prompt_id);
    return promptId === null ? { kind: 'broken', status, text } : { kind: 'accepted', promptId, nodeErrors };
  }
  // Larger than `--max-upload-size`: plain text, and never better the next time.
  if (status === 413) return { kind: 'refused', type: 'request_too_large', message: text, details: '', node: null, nodeErrors };
  if (status !== 400 || body.error === undefined) return { kind: 'broken', status, text };
  // A bare text before 0.3.28.
  if (typeof body.error === 'string') {
    return { kind: 'refused', type: 'no_prompt', message: body.error, details: '', node: null, nodeErrors };
  }
  const error = asRecord(body.error);
  const details = asText(error.details) ?? '';
  return {
    kind: 'refused',
    type: asText(error.type) ?? '',
    message: asText(error.message) ?? '',
    details,
    node:
      asText(asRecord(error.extra_info).node_id) ?? /Node ID '#([^']*)'/.exec(details)?.[1] ?? Object.keys(nodeErrors)[0] ?? null,
    nodeErrors,
  };
};

/** `node_errors`: an object, or an empty list where there are none in old versions. */
const nodeErrorsOf = (value: unknown): NodeErrors =>
  Object.fromEntries(
    Object.entries(asRecord(value)).map(([node, raw]) => {
      const { errors, class_type } = asRecord(raw);
      return [node, { class: asText(class_type) ?? '', errors: asList(errors).map(nodeErrorOf) }];
    }),
  );

const nodeErrorOf = (value: unknown): NodeErrors[string]['errors'][number] => {
  const error = asRecord(value);
  return {
    type: asText(error.type) ?? '',
    message: asText(error.message) ?? '',
    details: asText(error.details) ?? '',
    input: asText(asRecord(error.extra_info).input_name),
  };
};
