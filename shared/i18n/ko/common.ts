import type { common as en } from '../en/common.ts';
import type { Same } from '../same.ts';

export const common: Same<typeof en> = {
  cancel: '취소',
  close: '닫기',
  save: '저장',
  remove: '제거',
  copy: '복사',
  copied: '복사했습니다',
  copyDetails: '자세한 내용 복사',
  retry: '다시 시도',
  undo: '되돌리기',
  reset: '기본값으로',
  search: '검색',
  loading: '불러오는 중…',
  more: '더 보기',
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
};
