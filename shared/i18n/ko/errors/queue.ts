import type { queueErrors as en } from '../../en/errors/queue.ts';
import type { Same } from '../../same.ts';

export const queueErrors: Same<typeof en> = {
  databaseFromFuture:
    '이 데이터 폴더는 더 새로운 Hearth가 만든 것입니다(스키마 {{found}}, 이 버전은 {{known}}까지 압니다). 아무것도 바꾸지 않았습니다. 새 버전의 Hearth를 실행하거나 다른 데이터 폴더를 지정하세요.',
};
