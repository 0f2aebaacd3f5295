import type { incidentsErrors as en } from '../../en/errors/incidents.ts';
import type { Same } from '../../same.ts';

export const incidentsErrors: Same<typeof en> = {
  logMissing: '{{file}} 파일이 없습니다. 진단하지 않았습니다. 이름과 폴더를 확인하세요.',
  logIsFolder: '{{file}}은(는) 폴더입니다. 진단하지 않았습니다. 그 안의 로그 파일을 지정하세요.',
  logUnreadable: '{{file}} 파일을 읽을 수 없습니다({{detail}}). 진단하지 않았습니다. 읽기 권한을 확인하거나 복사본을 지정하세요.',
  logTooLarge: '로그가 {{max}}GB보다 큽니다. 진단하지 않았습니다. 실패한 부분만 잘라서 주거나 "hearth diagnose"를 쓰세요.',
  logNoRoom:
    '데이터 폴더가 있는 디스크가 거의 가득 차서 로그를 받지 못했습니다. 큐의 작업은 안전합니다. 공간을 비우거나 파일이 있는 곳에서 "hearth diagnose"를 실행하세요.',
  logsTooMany:
    '로그는 한 번에 {{most}}개까지 읽으며 지금 그만큼 읽고 있습니다. 이 로그는 받지 않았습니다. 잠시 뒤에 다시 주세요.',
  logsTooMuch:
    '로그는 한 번에 모두 {{most}}GB까지 받으며, 지금 읽고 있는 로그 때문에 이 로그를 받을 자리가 없습니다. 이 로그는 받지 않았고 나머지는 계속 읽습니다. 끝난 뒤에 다시 주거나 "hearth diagnose"를 쓰세요.',
  logAskedWrong: '로그와 함께 알려 준 내용을 알아볼 수 없습니다({{detail}}). 진단하지 않았습니다. 고쳐서 다시 주세요.',
  incidentUnknown: '{{id}} 사고가 없습니다. 바뀐 것은 없습니다. "hearth incidents"로 목록을 볼 수 있습니다.',
  incidentCursorUnknown: '사고 목록을 그 자리부터 이어서 볼 수 없습니다. 사라진 것은 없습니다. 처음부터 다시 불러오세요.',
  incidentInTrial:
    '이 사고에 대한 해결책을 시험하는 중입니다. 그동안은 열린 상태로 남습니다. 결과를 기다리거나 시험을 먼저 끝내세요.',
  timeZoneUnknown: '{{zone}} 시간대가 없습니다. 집계하지 않았습니다. Asia/Seoul 같은 이름을 쓰세요.',
  remedyNeedsJob: '이 사고와 이어진 작업이 없어 바꿀 작업도 없습니다. 다른 해결책을 써 보세요.',
  remedyEngineNotOurs:
    '{{name}}은(는) Hearth가 시작한 엔진이 아니어서 여기서 플래그를 바꿀 수 없습니다. 직접 그 플래그로 시작하세요.',
  remedyFlagOwned:
    '{{flag}}은(는) Hearth가 시작할 때마다 직접 주는 플래그라서 프로필로는 바꿀 수 없습니다. 바꿀 수 있는 것은 엔진 화면에 있습니다.',
  remedyFlagOfRun:
    '이번 실행은 {{flag}}을(를) 붙여 시작했고 이것이 모든 프로필보다 우선합니다. 이 플래그 없이 Hearth를 다시 시작한 뒤 시도하세요.',
  reportNotWritten:
    '보고서를 {{file}}에 쓸 수 없습니다({{detail}}). 그 밖에 바뀐 것은 없습니다. 폴더와 권한을 확인하거나 --out을 빼세요.',
};
