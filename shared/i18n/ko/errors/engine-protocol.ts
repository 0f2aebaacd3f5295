import type { engineProtocolErrors as en } from '../../en/errors/engine-protocol.ts';
import type { Same } from '../../same.ts';

export const engineProtocolErrors: Same<typeof en> = {
  flagUnknown:
    '이 ComfyUI에는 {{flag}} 플래그가 없습니다. 시작하거나 바꾼 것은 없습니다. 플래그를 빼거나, 이 버전의 플래그 목록에서 찾아보세요.',
  flagUnknownNear:
    '이 ComfyUI에는 {{flag}} 플래그가 없습니다. 가장 비슷한 것은 {{near}}입니다. 시작하거나 바꾼 것은 없습니다. 플래그를 고치거나 빼 주세요.',
  flagNeedsValue:
    '{{flag}} 플래그에는 값이 필요한데 비어 있습니다. 시작하거나 바꾼 것은 없습니다. 다음처럼 값을 적어 주세요: {{example}}',
  flagTakesNoValue:
    '{{flag}} 플래그는 켜고 끄는 것이라 값을 받지 않는데 "{{value}}"이(가) 적혀 있습니다. 시작하거나 바꾼 것은 없습니다. 값을 빼 주세요.',
  flagNotInteger:
    '{{flag}} 플래그에는 정수를 적어야 하는데 "{{value}}"이(가) 적혀 있습니다. 시작하거나 바꾼 것은 없습니다. 값을 고쳐 주세요.',
  flagNotNumber:
    '{{flag}} 플래그에는 1.5처럼 점을 쓰는 숫자를 적어야 하는데 "{{value}}"이(가) 적혀 있습니다. 시작하거나 바꾼 것은 없습니다. 값을 고쳐 주세요.',
  flagNotChoice:
    '{{flag}} 플래그에는 "{{value}}"을(를) 쓸 수 없습니다. 시작하거나 바꾼 것은 없습니다. 다음 중 하나를 골라 주세요: {{choices}}.',
  flagsExclusive: '{{flag}}와 {{other}}는 함께 쓸 수 없는 플래그입니다. 시작하거나 바꾼 것은 없습니다. 둘 중 하나를 빼 주세요.',
  flagEndsAtOnce:
    '{{flag}} 플래그를 주면 ComfyUI가 실행되지 않고 내용만 출력한 뒤 끝납니다. 시작하거나 바꾼 것은 없습니다. 플래그를 빼 주세요.',
  flagStray:
    '"{{word}}"은(는) 어떤 플래그에도 속하지 않습니다. 시작하거나 바꾼 것은 없습니다. 플래그는 --port 8188처럼 하이픈 두 개로 시작합니다.',
  flagsRefused:
    'ComfyUI가 이 플래그를 받아들이지 않습니다: {{message}}. 시작하거나 바꾼 것은 없습니다. 위에 나온 플래그를 고치거나 빼 주세요.',
  installMissing: '"{{folder}}" 폴더가 없습니다. 바꾼 것은 없습니다. ComfyUI의 main.py가 들어 있는 폴더를 골라 주세요.',
  installUnreadable:
    '"{{folder}}" 폴더를 읽을 수 없습니다({{reason}}). 바꾼 것은 없습니다. 지금 사용자에게 읽기 권한을 주거나 다른 폴더를 골라 주세요.',
  installNoMain:
    '"{{folder}}"은(는) ComfyUI 폴더가 아닙니다. 이 폴더와 그 주변에 ComfyUI의 main.py가 없습니다. 바꾼 것은 없습니다. main.py가 들어 있는 폴더를 골라 주세요. 포터블 버전이라면 ComfyUI_windows_portable/ComfyUI입니다.',
  installNoPython:
    '"{{folder}}"의 ComfyUI를 실행할 Python을 찾지 못해 시작할 수 없습니다. 바꾼 것은 없습니다. 그 폴더에 가상 환경을 만들고(python -m venv venv) requirements.txt를 설치하거나, ComfyUI를 실행하는 Python을 직접 지정해 주세요.',
  pythonUnusable:
    'Python "{{python}}"이(가) 실행되지 않아({{reason}}) ComfyUI를 시작할 수 없습니다. 바꾼 것은 없습니다. Python을 고치거나, ComfyUI를 실행하는 Python을 직접 지정해 주세요.',
  urlInvalid: '"{{url}}"은(는) ComfyUI 주소가 아닙니다. 바꾼 것은 없습니다. http://127.0.0.1:8188 같은 주소를 적어 주세요.',
  engineRefusesConnection:
    '{{url}}에서 응답이 없습니다. 연결이 거부되었습니다. 대기 중인 작업은 큐에 그대로 있습니다. 그곳의 ComfyUI를 시작하거나, 주소와 포트를 확인해 주세요.',
  engineHostUnknown:
    '{{url}}의 호스트 이름을 찾을 수 없습니다. 대기 중인 작업은 큐에 그대로 있습니다. 철자와 네트워크를 확인해 주세요.',
  engineTimesOut:
    '{{url}}이(가) {{seconds}}초 안에 응답하지 않았습니다. 대기 중인 작업은 큐에 그대로 있습니다. 아직 시작하는 중이거나 바쁠 수 있으니, 확인한 뒤 다시 시도해 주세요.',
  engineCertificate:
    '{{url}}의 인증서를 이 컴퓨터가 신뢰하지 않습니다({{reason}}). 아무것도 보내지 않았고, 대기 중인 작업은 큐에 그대로 있습니다. 신뢰할 수 있는 인증서를 쓰는 주소를 쓰거나, 이 인증서를 시스템에 등록해 주세요(환경 변수 NODE_EXTRA_CA_CERTS).',
  engineNoTls:
    '{{url}}은(는) https를 쓰지 않습니다. 대기 중인 작업은 큐에 그대로 있습니다. http://로 시작하는 주소로 시도해 보세요.',
  engineForbids:
    '{{url}}이(가) 접속을 거절했습니다(HTTP {{status}}). 대기 중인 작업은 큐에 그대로 있습니다. 앞에 비밀번호가 걸린 프록시가 있다면 주소에 사용자 이름과 비밀번호를 넣고, ComfyUI에 바로 접속하는 것이라면 ComfyUI가 시작할 때 출력한 주소를 써 주세요.',
  engineNotComfy:
    '{{url}}에서 응답하는 것은 ComfyUI가 아닙니다. 아무것도 보내지 않았고, 대기 중인 작업은 큐에 그대로 있습니다. 포트를 확인해 주세요. ComfyUI는 시작할 때 자기 주소를 출력합니다.',
  engineConnectionBroke:
    '{{url}}과의 연결이 끊어졌습니다({{reason}}). 대기 중인 작업은 큐에 그대로 있습니다. ComfyUI가 아직 실행 중인지 확인한 뒤 다시 시도해 주세요.',
  engineAnswerUnexpected:
    'ComfyUI가 "{{call}}" 요청에 예상과 달리 HTTP {{status}}로 답했습니다. 대기 중인 작업은 큐에 그대로 있습니다. 자세한 내용은 ComfyUI 로그에 있으며, ComfyUI를 다시 시작하면 풀리는 경우가 많습니다.',
};
