import type { generalErrors as en } from '../../en/errors/general.ts';
import type { Same } from '../../same.ts';

export const generalErrors: Same<typeof en> = {
  unknownCall: 'Hearth가 "{{name}}" 호출을 알지 못합니다. 페이지와 앱의 버전이 다를 수 있으니 페이지를 새로 고치세요.',
  invalidInput: '"{{name}}" 요청을 읽을 수 없습니다: {{detail}}',
  internal: 'Hearth 내부에서 문제가 생겼습니다. 큐는 안전하며, 자세한 내용은 데이터 폴더의 로그에 있습니다.',
  disconnected: 'Hearth와의 연결이 끊어졌습니다. 자동으로 다시 연결되며, 큐에 넣은 작업은 사라지지 않습니다.',
  unsupported: '여기에서는 할 수 없습니다. {{what}} 기능은 데스크톱 앱에서만 쓸 수 있습니다.',
};
