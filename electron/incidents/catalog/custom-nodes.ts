import type { Evidence } from '../evidence.ts';
import { packOf } from '../pack-of.ts';
import { child, type Rule, run, text } from './rule.ts';

/** An onnxruntime that only fell back to the CPU is no reason for another exception. */
const failsInOnnx = ({ scope, tracebacks }: Evidence): readonly number[] | null => {
  const line = scope.find(
    ({ text: each, role }) =>
      role === 'text' &&
      (/(?:lib)?onnxruntime_providers_cuda\.(?:dll|so)/.test(each) ||
        /This ORT build has \[[^\]]*\] enabled\. Since ORT 1\.9/.test(each) ||
        /CUDA_PATH is set but CUDA wasn'?t able to be loaded/.test(each)),
  );
  if (!line) return null;
  const last = tracebacks.findLast(({ type }) => type !== null);
  const isOnnx =
    !last ||
    /ORT|onnx|provider|cuda|cudnn/i.test(`${last.type} ${last.message}`) ||
    last.frames.some(({ file }) => /onnxruntime/.test(file));
  return isOnnx ? [line.n] : null;
};

const foreignUsage = ({ scope, run: lines }: Evidence): readonly number[] | null => {
  const error = scope.find(({ text: each }) => /main\.py: error: /.test(each));
  if (!error) return null;
  const usage = lines.findLast(({ n, text: each }) => n <= error.n && /^usage: main\.py/.test(each));
  // ComfyUI judges its own options before it says anything else.
  const isLate = lines.some(
    ({ n, text: each }) => n < error.n && /^(?:Total VRAM|Starting server|got prompt|Import times for custom nodes)/.test(each),
  );
  const isForeign = usage
    ? /^usage: main\.py \[-h\] (?!\[--listen)/.test(usage.text) || /^usage: main\.py (?!\[-h\])\S/.test(usage.text)
    : isLate;
  return isForeign ? [error.n, ...(usage ? [usage.n] : [])] : null;
};

/** The last exception of a node came from a pack's own code. */
const raisesInPack = (evidence: Evidence): readonly number[] | null => {
  const last = evidence.tracebacks.findLast(({ place }) => place === 'node');
  const guilty = last ? packOf(last) : null;
  if (!last || !guilty) return null;
  return [last.exceptionLine ?? last.n, guilty.frame.n];
};

/** Node packs and what they do to the engine. */
export const customNodeRules: readonly Rule[] = [
  {
    id: 'custom-node-hijacks-argv',
    layer: 'custom-node',
    confidence: 'high',
    test: foreignUsage,
    testAnchors: ['main.py: error: ', 'usage: main.py'],
    exit: { codes: [2], isEnough: false },
    remedies: ['disable-last-pack', 'start-without-flags'],
  },
  {
    id: 'missing-node-type',
    layer: 'custom-node',
    confidence: 'high',
    any: [
      text(['missing_node_type', 'missing the class_type property']),
      text('Cannot execute because node', /Cannot execute because node .{1,120} does not exist/),
    ],
    show: [run('(IMPORT FAILED)')],
    remedies: ['repair-failed-import', 'install-missing-nodes', 'replace-node'],
  },
  {
    id: 'custom-node-api-drift',
    layer: 'custom-node',
    confidence: 'high',
    any: [
      text('got an unexpected keyword argument'),
      text('positional argument', /takes (?:from \d+ to )?\d+ positional arguments? but \d+ (?:was|were) given/),
    ],
    remedies: ['update-node-pack', 'disable-node-pack', 'roll-back-comfyui'],
  },
  {
    id: 'worker-thread-died',
    layer: 'comfyui',
    confidence: 'high',
    any: [text('Exception in thread', /Exception in thread Thread-\d+ \(prompt_worker\)/)],
    remedies: ['restart-engine', 'update-node-pack'],
  },
  {
    id: 'onnxruntime-cuda-provider-missing',
    layer: 'custom-node',
    confidence: 'medium',
    test: failsInOnnx,
    testAnchors: ['onnxruntime_providers_cuda', 'This ORT build has', 'CUDA_PATH is set but'],
    remedies: ['node-on-cpu', 'reinstall-onnxruntime'],
  },
  {
    id: 'meta-tensor',
    layer: 'custom-node',
    confidence: 'medium',
    any: [
      text(['Cannot copy out of meta tensor; no data', 'cannot be called on meta tensors']),
      text(
        'is not on the expected device',
        /Tensor on device (?:meta is not on the expected device|\S+ is not on the expected device meta)\b/,
      ),
    ],
    remedies: ['restart-engine', 'update-node-pack', 'free-vram-in-node'],
  },
  {
    id: 'tensors-different-devices',
    layer: 'custom-node',
    confidence: 'high',
    any: [
      text('Expected all tensors to be on the same device'),
      text('is not on the expected device', /Tensor on device \S+ is not on the expected device/),
    ],
    remedies: ['update-node-pack', 'disable-dynamic-vram', 'same-device-loaders'],
  },
  {
    id: 'dtype-mismatch',
    layer: 'custom-node',
    confidence: 'high',
    any: [
      text(['must have the same dtype', 'to have the same dtype, but got']),
      text('should be the same', /Input type \([^)]*\) and (?:bias|weight) type \([^)]*\) should be the same/),
      text('expected scalar type', /expected scalar type \w+ but found \w+/),
    ],
    remedies: ['same-precision', 'update-node-pack', 'force-fp16'],
  },
  {
    id: 'ffmpeg-missing',
    layer: 'custom-node',
    confidence: 'high',
    any: [text(['ffmpeg is required for video outputs and could not be found', 'ProcessLookupError: Could not find ffmpeg'])],
    remedies: ['install-imageio-ffmpeg'],
  },
  {
    id: 'custom-node-import-failed',
    layer: 'custom-node',
    applies: 'advisory-unless-success',
    confidence: 'high',
    any: [run('(IMPORT FAILED)'), run('module for custom nodes', /Cannot import \S.* module for custom nodes/)],
    remedies: ['install-pack-requirements', 'update-node-pack', 'disable-node-pack'],
  },
  {
    id: 'manager-install-failed',
    layer: 'custom-node',
    applies: 'advisory',
    confidence: 'medium',
    any: [child(['[ComfyUI-Manager] Installation failed', 'Neither pip nor uv are available'])],
    remedies: ['update-manager', 'clone-pack-by-hand', 'ensure-pip'],
  },
  {
    id: 'custom-node-exception',
    layer: 'custom-node',
    confidence: 'medium',
    all: [text(['!!! Exception during processing', 'Error occurred when executing'])],
    test: raisesInPack,
    remedies: ['check-node-input', 'update-node-pack', 'safe-start'],
  },
];
