import type { common as en } from '../en/common.ts';
import type { Same } from '../same.ts';

export const common: Same<typeof en> = {
  cancel: '취소',
  close: '닫기',
  remove: '제거',
  copy: '복사',
  copied: '복사했습니다',
  copyDetails: '자세한 내용 복사',
  undo: '되돌리기',
  loading: '불러오는 중…',
  reload: '페이지 새로 고치기',
  stepOf: '{{max}}스텝 중 {{value}}',
  left: '{{time}} 남음',
  jobState: {
    queued: '대기 중',
    submitted: '전달됨',
    running: '실행 중',
    succeeded: '완료',
    failed_retryable: '다시 시도 예정',
    failed_terminal: '실패',
    dead_letter: '재시도 중단',
    held: '보류',
    cancelled: '취소됨',
  },
  engineState: {
    stopped: '멈춤',
    starting: '시작하는 중',
    ready: '준비됨',
    working: '작업 중',
    unresponsive: '응답 없음',
    stopping: '멈추는 중',
    backoff: '다시 시도 예정',
    backoffIn: '{{time}} 뒤 다시 시도',
    failed: '실패',
  },
  engineKind: {
    managed: 'ComfyUI',
    external: '주소로 연결한 ComfyUI',
    demo: '데모 엔진',
  },
};
