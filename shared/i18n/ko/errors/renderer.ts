import type { rendererErrors as en } from '../../en/errors/renderer.ts';
import type { Same } from '../../same.ts';

export const rendererErrors: Same<typeof en> = {
  screenBroke:
    '이 화면에 문제가 생겼습니다({{detail}}). 큐는 계속 진행되며 대기 중인 작업은 사라지지 않습니다. 페이지를 새로 고치거나 다른 화면으로 이동해 주세요.',
};
