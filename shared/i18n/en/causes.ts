import { comfyuiCauses } from './causes-comfyui.ts';
import { configCauses } from './causes-config.ts';
import { customNodeCauses } from './causes-custom-node.ts';
import { driverCauses } from './causes-driver.ts';
import { modelCauses } from './causes-model.ts';
import { systemCauses } from './causes-system.ts';
import { torchCauses } from './causes-torch.ts';

/** What may be wrong, by id of the cause: a title, and what it means. */
export const causes = {
  none: { title: 'Nothing failed', text: 'The log shows no failure, or somebody asked the engine to stop.' },
  unknown: {
    title: 'Cause unknown',
    text: 'No known cause fits. The marked lines are the ones most worth reading; a start without node packs often tells more.',
  },
  ...driverCauses,
  ...torchCauses,
  ...comfyuiCauses,
  ...customNodeCauses,
  ...systemCauses,
  ...modelCauses,
  ...configCauses,
};
