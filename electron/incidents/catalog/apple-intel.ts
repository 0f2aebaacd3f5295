import { type Rule, text } from './rule.ts';

/** Apple's Metal and Intel's XPU. */
export const appleIntelRules: readonly Rule[] = [
  {
    id: 'xpu-device-lost',
    layer: 'driver',
    confidence: 'high',
    any: [text(['UR_RESULT_ERROR_DEVICE_LOST', 'PI_ERROR_DEVICE_LOST'])],
    remedies: ['restart-engine', 'tiled-vae', 'update-gpu-driver', 'reserve-vram'],
  },
  {
    id: 'xpu-ur-error',
    layer: 'driver',
    confidence: 'medium',
    any: [
      text('UR error', /RuntimeError: UR error|^!!! Exception.{0,30} UR error/),
      text(
        ['PI_ERROR_', 'UR_RESULT_ERROR_', 'Native API failed. Native API returns'],
        /PI_ERROR_\w|UR_RESULT_ERROR_\w|Native API failed\. Native API returns/,
      ),
    ],
    not: [text('DEVICE_LOST')],
    remedies: ['update-gpu-driver', 'other-xpu-build', 'node-on-cpu'],
  },
  {
    id: 'mps-ndarray-assert',
    layer: 'torch',
    confidence: 'high',
    any: [
      text('failed assertion', /MPSNDArray\.mm:\d+: failed assertion|failed assertion `\[MPSNDArray/),
      text('does not support tensor dims larger than INT_MAX'),
    ],
    remedies: ['reduce-size', 'split-attention', 'update-macos-torch'],
  },
  {
    id: 'mps-float8-unsupported',
    layer: 'model',
    confidence: 'high',
    any: [text('to the MPS backend', /Trying to convert Float8_\w+ to the MPS backend/)],
    remedies: ['use-other-precision'],
  },
  {
    id: 'mps-float64',
    layer: 'torch',
    confidence: 'medium',
    all: [text("MPS framework doesn't support float64")],
    remedies: ['update-node-pack', 'node-on-cpu'],
  },
  {
    id: 'mps-op-not-supported',
    layer: 'torch',
    confidence: 'high',
    any: [
      text([
        'is not supported on MPS',
        'not currently implemented for the MPS device',
        'convolution_overrideable not implemented',
      ]),
    ],
    remedies: ['mps-fallback', 'cpu-vae', 'update-macos-torch'],
  },
];
