import type { templatesErrors as en } from '../../en/errors/templates.ts';
import type { Same } from '../../same.ts';

export const templatesErrors: Same<typeof en> = {
  templateUnreadable:
    '{{file}} 파일을 읽을 수 없습니다: {{detail}}. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 파일을 되돌려 놓거나 읽기 권한을 주세요.',
  templateNotJson:
    '{{file}} 파일이 올바른 JSON이 아닙니다: {{detail}}. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 파일을 고친 뒤 Hearth를 다시 시작하세요.',
  templateInvalid:
    '{{file}} 파일의 {{where}} 부분이 잘못되었습니다: {{detail}}. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 고친 뒤 Hearth를 다시 시작하세요.',
  templateFolderName:
    '{{file}}의 폴더 이름은 템플릿 이름으로 쓸 수 없습니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 영문 소문자, 숫자, 하이픈만 64자까지 쓰세요.',
  templateIdInvalid:
    '"{{id}}"은(는) 템플릿 이름(id)으로 쓸 수 없습니다. 저장한 것은 없습니다. 영문 소문자, 숫자, 하이픈만 64자까지 쓰세요.',
  templateIdMismatch:
    '{{file}}에는 id가 "{{id}}"인데 폴더 이름은 "{{folder}}"입니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 두 이름을 같게 맞추세요.',
  templateIdTaken:
    '{{file}}의 id "{{id}}"은(는) Hearth에 들어 있는 템플릿이 쓰고 있습니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 폴더와 id를 다른 이름으로 바꾸세요.',
  templateNotApi:
    '{{file}}: "{{node}}" 노드에 class_type과 inputs가 없어 API 형식 워크플로가 아닙니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. ComfyUI에서 "내보내기 (API)"로 다시 내보내세요.',
  templateTargetMissing:
    '{{file}}: "{{key}}" 매개변수가 가리키는 {{target}}이(가) graph.json에 없습니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 경로나 그래프를 고치세요.',
  templateTargetLink:
    '{{file}}: "{{key}}" 매개변수가 가리키는 {{target}}은(는) 값이 아니라 링크나 값 묶음입니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 글, 숫자, true/false가 들어 있는 입력을 가리키게 하세요.',
  templateTargetTwice:
    '{{file}}: "{{other}}"와 "{{key}}" 매개변수가 함께 {{target}}을(를) 바꿉니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 한쪽만 남기세요.',
  templateTargetPrefix:
    '{{file}}: "{{key}}" 매개변수가 {{target}}을(를) 바꾸지만, 출력 파일의 이름은 Hearth가 정합니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 이 매개변수를 지우세요.',
  templateKeyTwice:
    '{{file}}: "{{key}}"이라는 매개변수가 둘 있습니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 하나의 이름을 바꾸세요.',
  templateDefault:
    '{{file}}: "{{key}}"의 기본값({{given}})이 자신의 형식, 범위, 선택지와 맞지 않습니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 기본값이나 범위를 고치세요.',
  templateOutputMissing:
    '{{file}}: 출력 노드 "{{node}}"이(가) graph.json에 없습니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 노드 번호나 그래프를 고치세요.',
  templateOutputTwice:
    '{{file}}: 출력 노드 "{{node}}"이(가) 두 번 적혀 있습니다. 이 템플릿만 빠졌고 나머지는 쓸 수 있습니다. 한 번만 적으세요.',
  templateOnlyPreviews:
    '{{file}}: 출력이 모두 미리보기뿐이고 파일을 저장하지 않아 남길 것이 없습니다. 워크플로를 받지 않았습니다. 마지막 이미지 뒤에 "이미지 저장" 같은 노드를 붙인 뒤 다시 내보내세요.',
  templateChanged:
    '{{file}}: "{{id}}" 버전 {{version}}의 내용이 전에 본 것과 다릅니다. 작업들이 이 버전을 쓰고 있어 이 템플릿만 뺐고 나머지는 쓸 수 있습니다. "version"을 {{next}}(으)로 올리거나 이전 내용으로 되돌리세요.',
  templateVersionUnknown: '"{{id}}" 템플릿에는 버전 {{version}}이(가) 없습니다. 바뀐 것은 없습니다. 있는 버전: {{known}}.',
  templateShipped:
    '"{{id}}"은(는) Hearth에 들어 있는 템플릿이라 바꾸거나 지울 수 없습니다. 바뀐 것은 없습니다. 다른 이름으로 저장하세요.',
  templateFolderFull: '{{folder}}에 템플릿을 저장할 공간이 없습니다. 바뀐 것은 없습니다. 공간을 비운 뒤 다시 저장하세요.',
  templateFolderUnwritable:
    '{{folder}}에 템플릿을 저장하지 못했습니다: {{detail}}. 바뀐 것은 없습니다. 이 폴더에 쓰기 권한을 준 뒤 다시 저장하세요.',
  importEmpty: '파일이 비어 있습니다. 가져온 것은 없습니다. ComfyUI에서 "내보내기 (API)"로 내보낸 파일을 고르세요.',
  importTooLarge:
    '파일 크기가 {{size}} MB인데 워크플로는 {{limit}} MB까지 받습니다. 가져온 것은 없습니다. 안에 든 그림이나 데이터를 빼고 다시 내보내세요.',
  importPicture:
    '워크플로 파일이 아니라 그림입니다. 가져온 것은 없습니다. 그림을 ComfyUI에 끌어다 놓아 워크플로를 연 뒤, 거기에서 "내보내기 (API)"로 내보낸 파일을 고르세요.',
  importBinary:
    '글로 된 파일이 아니어서 워크플로로 읽을 수 없습니다. 가져온 것은 없습니다. ComfyUI에서 "내보내기 (API)"로 내보낸 파일을 고르세요.',
  importNotJson:
    '올바른 JSON 파일이 아닙니다: {{detail}}. 가져온 것은 없습니다. ComfyUI에서 "내보내기 (API)"로 다시 내보낸 파일을 고르세요.',
  importTooDeep:
    '파일이 워크플로라고 하기에는 너무 깊게 겹쳐 있습니다({{limit}}단계까지). 가져온 것은 없습니다. ComfyUI에서 "내보내기 (API)"로 내보낸 파일을 고르세요.',
  importTwice:
    '파일의 같은 자리에 "{{node}}"이(가) 두 번 나와 어느 것이 맞는지 알 수 없습니다. 가져온 것은 없습니다. ComfyUI에서 "내보내기 (API)"로 다시 내보낸 파일을 고르세요.',
  importUiFormat:
    'ComfyUI가 편집용으로 저장한 워크플로입니다. 가져온 것은 없습니다. ComfyUI에서 연 뒤 워크플로 메뉴의 "내보내기 (API)"를 고르고(예전 버전에서는 개발자 모드를 켠 뒤 "저장 (API 형식)") 그 파일을 고르세요.',
  importNotApi:
    '노드가 하나도 없어 ComfyUI 워크플로가 아닙니다. 가져온 것은 없습니다. ComfyUI에서 "내보내기 (API)"로 내보낸 파일을 고르세요.',
  importNodeBroken:
    '"{{node}}" 노드에 종류(class_type)가 적혀 있지 않아 실행할 수 없습니다. 가져온 것은 없습니다. 내보낸 ComfyUI에 커스텀 노드가 설치되어 있지 않았을 가능성이 큽니다. 설치한 뒤 "내보내기 (API)"로 다시 내보낸 파일을 고르세요.',
  importTooManyNodes:
    '노드가 {{count}}개인데 Hearth는 {{limit}}개까지 받습니다. 가져온 것은 없습니다. 더 작은 워크플로로 나누세요.',
};
