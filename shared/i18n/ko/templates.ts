import type { templates as en } from '../en/templates.ts';
import type { Same } from '../same.ts';

export const templates: Same<typeof en> = {
  importWarnings: {
    noOutput:
      '이 워크플로에는 파일을 저장하는 노드가 없어 남길 결과가 없습니다. 마지막 이미지 뒤에 "이미지 저장" 같은 노드를 붙인 뒤 다시 내보내세요.',
    previewsLeftOut: '미리보기 노드({{count}}개)는 보여 주기만 하고 저장하지 않습니다. 저장 노드의 결과만 남습니다.',
    unknownClasses:
      '엔진이 모르는 노드가 {{count}}종 있습니다: {{classes}}. 지금 저장해 둘 수 있지만, 실행하기 전에 커스텀 노드를 설치하세요.',
    huge: '노드가 {{count}}개인 큰 워크플로입니다. 쓸 수는 있지만, 자주 바꾸는 입력만 골라 주세요.',
    notNumbers: '숫자가 아닌 값(NaN, Infinity)이 {{count}}개 있어 비워 두었습니다. 실행하기 전에 입력을 확인하세요.',
    strayKeys: '파일에 노드가 아닌 항목이 있어 뺐습니다: {{keys}}.',
    danglingLink:
      '"{{node}}"의 "{{input}}" 입력이 파일에 없는 {{to}}번 노드에 연결되어 있습니다. 엔진이 실행을 거부하므로 ComfyUI에서 고친 뒤 다시 내보내세요.',
  },
};
