import type { webErrors as en } from '../../en/errors/web.ts';
import type { Same } from '../../same.ts';

export const webErrors: Same<typeof en> = {
  webNoToken:
    'Hearth가 아직 이 브라우저를 알지 못합니다. 작업은 계속됩니다. Hearth가 시작할 때 출력한, "?token="이 들어 있는 주소를 여세요.',
  webWrongToken:
    '이 주소에는 다른 Hearth의 토큰이 들어 있습니다. 작업은 계속됩니다. Hearth가 시작할 때 출력한, "?token="이 들어 있는 주소를 여세요.',
  webWrongHost:
    'Hearth는 자기 주소로 온 요청에만 답하는데, 이 요청은 "{{host}}" 앞으로 왔습니다. 작업은 계속됩니다. http://127.0.0.1 뒤에 Hearth가 출력한 포트를 붙여 여세요.',
  webWrongOrigin:
    '다른 웹사이트({{origin}})가 Hearth에 접근하려 하여 막았습니다. 작업은 계속되며 따로 할 일은 없습니다. 직접 하신 일이라면 Hearth를 별도의 탭에서 여세요.',
  webNotFound: '이 주소에는 아무것도 없습니다. 작업은 계속됩니다. Hearth를 시작 페이지에서 여세요.',
  webWrongMethod: '이 주소는 그렇게 쓸 수 없습니다({{method}}). 바뀐 것은 없습니다. Hearth를 시작 페이지에서 여세요.',
  webTooLarge: '파일이 {{max}} MB보다 커서 받지 않았습니다. 큐에 넣은 것은 없습니다. 더 작은 파일을 고르세요.',
  webNoFileName: '파일이 이름 없이 와서 받지 않았습니다. 큐에 넣은 것은 없습니다. 파일을 다시 고르세요.',
  webBadRange: '파일에 그런 부분이 없습니다. 파일 자체는 안전합니다. 갤러리에서 다시 여세요.',
  webNoPage: 'Hearth의 페이지가 아직 빌드되지 않았습니다. 작업은 계속됩니다. "npm run build"를 실행하고 새로 고치세요.',
};
