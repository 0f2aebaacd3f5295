import type { causes as en } from '../en/causes.ts';
import type { Same } from '../same.ts';
import { comfyuiCauses } from './causes-comfyui.ts';
import { configCauses } from './causes-config.ts';
import { customNodeCauses } from './causes-custom-node.ts';
import { driverCauses } from './causes-driver.ts';
import { modelCauses } from './causes-model.ts';
import { systemCauses } from './causes-system.ts';
import { torchCauses } from './causes-torch.ts';

export const causes: Same<typeof en> = {
  none: { title: '문제 없음', text: '로그에 실패가 없거나 누군가 엔진을 멈추게 했습니다.' },
  unknown: {
    title: '원인을 알 수 없음',
    text: '알려진 원인과 맞지 않습니다. 표시된 줄이 가장 눈여겨볼 부분이며, 노드 팩 없이 시작해 보면 더 알 수 있을 때가 많습니다.',
  },
  ...driverCauses,
  ...torchCauses,
  ...comfyuiCauses,
  ...customNodeCauses,
  ...systemCauses,
  ...modelCauses,
  ...configCauses,
};
