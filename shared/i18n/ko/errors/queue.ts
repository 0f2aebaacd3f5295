import type { queueErrors as en } from '../../en/errors/queue.ts';
import type { Same } from '../../same.ts';

export const queueErrors: Same<typeof en> = {
  databaseFromFuture:
    '이 데이터 폴더는 더 새로운 Hearth가 만든 것입니다(스키마 {{found}}, 이 버전은 {{known}}까지 압니다). 아무것도 바꾸지 않았습니다. 새 버전의 Hearth를 실행하거나 다른 데이터 폴더를 지정하세요.',
  databaseDamaged:
    '데이터베이스 {{file}}이(가) 손상되었습니다({{detail}}). 아무것도 바꾸지 않았고 artifacts 폴더의 그림은 그대로 있습니다. 백업 파일로 바꿔 놓거나, 파일을 다른 곳으로 옮겨 빈 큐로 시작하세요.',
  databaseUnreadable:
    '데이터베이스 {{file}}을(를) 열 수 없습니다({{detail}}). 아무것도 바꾸지 않았습니다. 폴더가 있는지, 쓰기 권한과 디스크 여유 공간이 있는지 확인하세요.',
  databaseFull:
    '데이터베이스에 쓸 수 없습니다({{detail}}). 큐에 넣거나 바꾼 것은 없습니다. 데이터 폴더가 있는 디스크의 공간을 비운 뒤 다시 시도하세요.',

  jobTemplateUnknown: '"{{template}}" 템플릿이 없습니다. 큐에 아무것도 넣지 않았습니다. Hearth 목록에 있는 템플릿을 고르세요.',
  jobTemplateVersionUnknown:
    '"{{template}}" 템플릿에는 버전 {{version}}이(가) 없습니다. 큐에 아무것도 넣지 않았습니다. 버전을 비워 두면 현재 버전을 씁니다.',
  inputUnknown:
    '"{{key}}"에 준 그림 "{{value}}"이(가) 데이터 폴더에 없습니다. 큐에 아무것도 넣지 않았습니다. 그림을 다시 고르세요.',
  jobKeyTaken:
    '"{{key}}" 키는 이미 다른 요청이 쓰고 있습니다. 큐에 아무것도 넣지 않았습니다. 새 키를 쓰거나, 같은 요청을 그대로 다시 보내면 그 작업들을 돌려받습니다.',
  jobUnknown: '{{id}} 작업이 없습니다. 바뀐 것은 없습니다. 큐에서 작업 ID를 확인하세요.',
  jobFinished: '{{id}} 작업은 이미 끝나서({{state}}) 취소할 것이 없습니다. 그대로 두었습니다.',
  jobFinishedFirst: '{{id}} 작업이 멈추기 전에 끝났습니다. 그림은 갤러리에 있습니다.',
  jobNotRequeueable:
    '{{id}} 작업은 {{state}} 상태라 그대로 두었습니다. 실패했거나 보류되었거나 취소된 작업만 다시 큐에 넣을 수 있습니다.',
  jobCursorUnknown: '목록의 이 쪽은 더 이상 없습니다. 바뀐 것은 없습니다. 목록을 처음부터 다시 여세요.',

  engineDied:
    '이 작업을 실행하던 중에 엔진이 멈췄습니다: {{line}} 작업은 사라지지 않았고, 엔진이 돌아오면 다시 실행합니다. 같은 작업에서 또 일어나면 그 작업을 따로 보류합니다.',
  engineWorkerDead:
    '엔진이 작업을 받았지만 내부 작업자가 더 이상 아무것도 실행하지 않습니다. Hearth가 엔진을 다시 시작하고 작업을 다시 실행합니다.',
  jobStalled:
    '{{minutes}}분 동안 진행이 없어 작업을 멈췄습니다. 다시 시도합니다. 이 컴퓨터에서 원래 오래 걸리는 작업이라면 설정에서 제한을 늘리세요.',
  jobTimedOut:
    '작업이 {{minutes}}분 넘게 실행되어 멈췄습니다. 다시 시도합니다. 이 컴퓨터에서 원래 오래 걸리는 작업이라면 설정에서 제한을 늘리세요.',
  engineUnanswered: '작업을 넘길 때 엔진이 답하지 않았고, 작업은 엔진에 도착하지 않았습니다. 실행된 것은 없으며 다시 넘깁니다.',
  engineForgot:
    '엔진이 이 작업을 더 이상 알지 못합니다. 엔진에서 지워졌거나 엔진이 새로 시작되었습니다. 저장된 것은 없으며 다시 실행합니다.',
  engineAnswerBroken:
    '엔진이 Hearth가 이해할 수 없는 답을 보냈습니다(HTTP {{status}}: {{text}}). 작업은 실행되지 않았습니다. 자세한 내용은 엔진 로그를 보세요.',
  engineRefused:
    '엔진이 작업을 거절했습니다: {{message}} {{details}} 실행된 것은 없습니다. 템플릿을 고친 뒤 작업을 다시 큐에 넣으세요.',
  engineNodeMissing:
    '템플릿에 필요한 노드가 이 엔진에 없습니다: {{message}} {{details}} 실행된 것은 없습니다. 커스텀 노드를 설치하고 엔진을 다시 시작한 뒤 작업을 다시 큐에 넣으세요.',
  engineRefusedNode:
    '엔진이 노드 {{node}}({{class}})을(를) 거절했습니다: {{message}} {{details}} 이 부분은 실행되지 않았습니다. 템플릿을 고친 뒤 작업을 다시 큐에 넣으세요.',
  engineRefusedInput:
    '엔진이 노드 {{node}}({{class}})의 입력 "{{input}}"을(를) 거절했습니다: {{message}} {{details}} 이 부분은 실행되지 않았습니다. 값을 바꾼 뒤 작업을 다시 큐에 넣으세요.',
  engineNodesMissing:
    '"{{template}}" 템플릿에 필요한 노드가 이 엔진에 없습니다: {{nodes}}. 작업은 실행되지 않았습니다. 커스텀 노드를 설치하고 엔진을 다시 시작한 뒤 작업을 다시 큐에 넣으세요.',
  engineOutputMissing:
    '작업은 끝까지 실행되었지만 선언된 출력 {{nodes}}에서 아무것도 나오지 않았습니다. 나머지 결과는 보관했습니다. 템플릿에서 그 노드를 확인하세요.',
  engineFileMissing: '엔진이 알려 준 파일을 저장하려 했지만 없거나 깨져 있었습니다: {{detail}} 작업을 다시 실행합니다.',
  nodeOutOfMemory:
    '노드 {{node}}({{class}})에서 메모리가 부족했습니다: {{message}} 작업을 멈췄으며 이대로는 다시 부족해집니다. 크기나 배치를 줄이거나 더 작은 모델을 쓴 뒤 다시 큐에 넣으세요.',
  gpuBroken:
    '노드 {{node}}({{class}})에서 GPU 오류가 났습니다: {{message}} 엔진은 이 상태로 계속할 수 없습니다. Hearth가 엔진을 다시 시작하고 작업을 다시 실행합니다.',
  nodeBadInput:
    '노드 {{node}}({{class}})이(가) 받은 것을 처리할 수 없습니다: {{type}}: {{message}} 다시 실행해도 똑같이 실패합니다. 사용한 모델 파일이나 그림을 확인한 뒤 다시 큐에 넣으세요.',
  nodeFailed:
    '노드 {{node}}({{class}})이(가) 실패했습니다: {{type}}: {{message}} 나머지 큐는 계속됩니다. 이런 작업은 한 번 더 시도하며, 실패한 곳은 엔진 로그에 있습니다.',
  jobInterruptedElsewhere:
    'Hearth가 아니라 엔진에서 직접 작업을 중단했습니다. 한 번 더 실행하며, 또 중단되면 취소된 것으로 봅니다.',
  inputGone:
    '이 작업에 쓸 그림 {{value}}이(가) 데이터 폴더에 없습니다. 작업은 실행되지 않았습니다. 그림을 다시 고르고 새 작업을 큐에 넣으세요.',
};
