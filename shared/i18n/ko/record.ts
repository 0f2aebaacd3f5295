import type { record as en } from '../en/record.ts';
import type { Same } from '../same.ts';

/** What an attempt was made from and on. */
export const record: Same<typeof en> = {
  title: '기록: 무엇으로 만들었는지',
  export: '기록을 JSON으로 저장',
  changes: '해결책으로 바꾼 것',
  comfyui: 'ComfyUI',
  python: 'Python',
  torch: 'PyTorch',
  gpu: '장치',
  driver: '드라이버',
  system: '시스템',
  ran: '실행 시간',
  peakVram: '최대 VRAM',
  peakRam: '최대 RAM',
  customNodes: '커스텀 노드',
  noCustomNodes: '없음',
  arguments: '실행 인자',
  templateDigest: '템플릿',
  graph: '그래프',
  attempt: '시도',
};
