import type { generalErrors as en } from '../../en/errors/general.ts';
import type { Same } from '../../same.ts';

export const generalErrors: Same<typeof en> = {
  unknownCall: 'Hearth가 "{{name}}" 호출을 알지 못합니다. 페이지와 앱의 버전이 다를 수 있으니 페이지를 새로 고치세요.',
  invalidInput: '"{{name}}" 요청을 읽을 수 없습니다: {{detail}}',
  internal: 'Hearth 내부에서 문제가 생겼습니다. 큐는 안전하며, 자세한 내용은 데이터 폴더의 로그에 있습니다.',
  unreadableAnswer:
    'Hearth의 응답을 읽을 수 없습니다. 큐는 안전합니다. 페이지와 앱의 버전이 다른 것 같으니 페이지를 새로 고치세요.',
  disconnected: 'Hearth와의 연결이 끊어졌습니다. 자동으로 다시 연결되며, 큐에 넣은 작업은 사라지지 않습니다.',
  unsupported: '여기에서는 할 수 없습니다. {{what}} 기능은 데스크톱 앱에서만 쓸 수 있습니다.',
  dataFolderInUse:
    '다른 Hearth가 이미 데이터 폴더 {{folder}}를 쓰고 있습니다: {{url}}. 아무것도 시작하거나 바꾸지 않았습니다. 그 주소를 열거나, 다른 Hearth를 끝내거나, --data로 다른 폴더를 지정하세요.',
  dataFolderInUseSilently:
    '다른 Hearth가 이미 데이터 폴더 {{folder}}를 쓰고 있으며 아직 주소를 알리지 않았습니다. 아무것도 시작하거나 바꾸지 않았습니다. 잠시 기다리거나, 다른 Hearth를 끝내거나, --data로 다른 폴더를 지정하세요.',
  dataFolderUnusable:
    '데이터 폴더 {{folder}}를 쓸 수 없습니다: {{detail}}. 아무것도 시작하지 않았습니다. 쓰기 권한이 있는 폴더를 --data로 지정하세요.',
  databaseDamaged:
    '데이터베이스 {{file}}를 읽을 수 없습니다: {{detail}}. 아무것도 바꾸지 않았습니다. 복사본을 되돌려 놓거나 --data로 다른 데이터 폴더를 지정하세요.',
  portTaken:
    '포트 {{port}}를 다른 프로그램이 쓰고 있습니다. Hearth를 시작하지 않았고 큐는 그대로 기다립니다. --port를 빼면 비어 있는 포트를 쓰며, 다른 번호를 지정할 수도 있습니다.',
  portRefused:
    '시스템이 포트 {{port}} 사용을 허락하지 않습니다: {{detail}}. Hearth를 시작하지 않았고 큐는 그대로 기다립니다. --port를 빼거나 1023보다 큰 번호를 지정하세요.',
  noHost:
    '데이터 폴더 {{folder}}에서 실행 중인 Hearth가 없습니다. 아무것도 바꾸지 않았습니다. 다음 명령으로 시작하세요: hearth serve --data {{folder}}',
  noHostAt:
    '{{url}}에서 이 토큰에 응답하는 Hearth가 없습니다. 아무것도 바꾸지 않았습니다. HEARTH_URL과 HEARTH_TOKEN을 확인하거나 다음 명령으로 시작하세요: hearth serve',
  noSuchJob: '작업 {{id}}가 없습니다. 바뀐 것은 없으며, "hearth jobs"로 목록을 볼 수 있습니다.',
  noSuchEngine: '엔진 {{id}}가 없습니다. 바뀐 것은 없으며, "hearth engine"으로 목록을 볼 수 있습니다.',
  noSuchTemplate: '템플릿 "{{id}}"가 없습니다. 큐에 넣은 것은 없으며, "hearth templates"로 목록을 볼 수 있습니다.',
  noSuchArtifact: '그림 {{id}}가 더는 없습니다. 작업은 큐 화면에 남아 있으며 다시 실행할 수 있습니다.',
};
