import type { generalErrors as en } from '../../en/errors/general.ts';
import type { Same } from '../../same.ts';

export const generalErrors: Same<typeof en> = {
  unknownCall: 'Hearth가 "{{name}}" 호출을 알지 못합니다. 페이지와 앱의 버전이 다를 수 있으니 페이지를 새로 고치세요.',
  invalidInput:
    '"{{name}}" 요청을 읽을 수 없어 아무것도 바꾸지 않았습니다. 페이지와 앱의 버전이 다를 수 있으니 페이지를 새로 고치세요. 잘못된 부분: {{detail}}',
  internal: 'Hearth 내부에서 문제가 생겼습니다. 큐는 안전하며, 자세한 내용은 데이터 폴더의 로그에 있습니다.',
  unreadableAnswer:
    'Hearth의 응답을 읽을 수 없습니다. 큐는 안전합니다. 페이지와 앱의 버전이 다른 것 같으니 페이지를 새로 고치세요.',
  disconnected: 'Hearth와의 연결이 끊어졌습니다. 자동으로 다시 연결되며, 큐에 넣은 작업은 사라지지 않습니다.',
  unsupported: '여기에서는 할 수 없습니다. {{what}} 기능은 데스크톱 앱에서만 쓸 수 있습니다.',
  dataFolderInUse:
    '이미 다른 Hearth가 쓰고 있는 데이터 폴더입니다: {{folder}}. 아무것도 시작하거나 바꾸지 않았습니다. 그 Hearth를 끝내거나, --data로 다른 폴더를 지정하거나, 실행 중인 Hearth를 여세요: {{url}}',
  dataFolderInUseSilently:
    '이미 다른 Hearth가 쓰고 있는 데이터 폴더이며 아직 주소를 알리지 않았습니다: {{folder}}. 아무것도 시작하거나 바꾸지 않았습니다. 잠시 기다리거나, 다른 Hearth를 끝내거나, --data로 다른 폴더를 지정하세요.',
  dataFolderUnusable:
    '쓸 수 없는 데이터 폴더입니다: {{folder}} ({{detail}}). 아무것도 시작하지 않았습니다. 공간이 부족하면 비우고, 아니면 쓰기 권한이 있는 폴더를 --data로 지정하세요.',
  portTaken:
    '다른 프로그램이 쓰고 있는 포트입니다: {{port}}. Hearth를 시작하지 않았고 큐는 그대로 기다립니다. --port를 빼면 비어 있는 포트를 쓰며, 다른 번호를 지정할 수도 있습니다.',
  portRefused:
    '시스템이 사용을 허락하지 않는 포트입니다: {{port}} ({{detail}}). Hearth를 시작하지 않았고 큐는 그대로 기다립니다. --port를 빼거나 1023보다 큰 번호를 지정하세요.',
  noHost:
    '이 데이터 폴더에서 실행 중인 Hearth가 없습니다: {{folder}}. 아무것도 바꾸지 않았습니다. 다음 명령으로 시작하세요: hearth serve --data {{folder}}',
  noHostAt:
    '이 토큰에 응답하는 Hearth가 없습니다: {{url}}. 아무것도 바꾸지 않았습니다. HEARTH_URL과 HEARTH_TOKEN을 확인하거나 다음 명령으로 시작하세요: hearth serve',
  hostStaysAway:
    'Hearth가 사라진 뒤 {{seconds}}초 안에 돌아오지 않았습니다. 작업은 남아 있으며 Hearth가 다시 실행되면 이어집니다. "hearth serve"로 시작한 다음 "hearth jobs"로 확인하세요.',
  noEngineYet:
    '아직 엔진이 없습니다. 바뀐 것은 없으며, 작업은 엔진이 생길 때까지 기다립니다. "hearth serve --engine demo"로 데모 엔진을, --engine 뒤에 폴더를 적어 내 ComfyUI를 추가하세요.',
  noSuchEngine: '이런 엔진이 없습니다: {{id}}. 바뀐 것은 없으며, "hearth engine"으로 목록을 볼 수 있습니다.',
  noSuchTemplate: '이런 템플릿이 없습니다: {{id}}. 큐에 넣은 것은 없으며, "hearth templates"로 목록을 볼 수 있습니다.',
  noSuchArtifact: '더는 없는 그림입니다: {{id}}. 작업은 큐 화면에 남아 있으며 다시 실행할 수 있습니다.',
};
