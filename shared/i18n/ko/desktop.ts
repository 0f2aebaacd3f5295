import type { desktop as en } from '../en/desktop.ts';
import type { Same } from '../same.ts';

export const desktop: Same<typeof en> = {
  stopWithWork:
    '아직 기다리거나 실행 중인 작업: {{count}}개. 지금 Hearth를 끝내면 엔진도 멈춥니다. 작업은 남아 있으며 다음에 이어집니다.',
  stop: 'Hearth 끝내기',
  goOn: '계속 작업',
  allDone: '모든 작업이 끝났습니다',
  allDoneText: '성공: {{succeeded}}개, 실패: {{others}}개',
};
