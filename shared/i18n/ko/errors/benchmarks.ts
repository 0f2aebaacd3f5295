import type { benchmarksErrors as en } from '../../en/errors/benchmarks.ts';
import type { Same } from '../../same.ts';

/** What a benchmark may run into, and why it ended before its end. */
export const benchmarksErrors: Same<typeof en> = {
  benchPlanInvalid:
    '계획의 “{{where}}” 자리에 “{{found}}” 값이 있습니다. 여기에는 “{{wanted}}” 같은 값이 와야 합니다. 측정한 것은 없습니다. 그 부분을 고친 뒤 다시 시도하세요.',
  benchPlanMissing:
    '계획에 “{{where}}” 항목이 없습니다. 여기에는 “{{wanted}}” 같은 값이 와야 합니다. 측정한 것은 없습니다. 추가한 뒤 다시 시도하세요.',
  benchPlanKeyUnknown:
    '계획의 “{{where}}” 자리에 있는 “{{key}}” 항목은 계획에서 쓰지 않는 말입니다. 측정한 것은 없습니다. 철자를 고치거나 빼세요.',
  benchPlanSize:
    '계획의 “{{where}}” 부분이 너무 큽니다. 글자나 항목이 {{count}}개인데 {{most}}개까지만 받습니다. 측정한 것은 없습니다. 줄인 뒤 다시 시도하세요.',
  benchPlanNotJson:
    '이 파일은 {{line}}번째 줄 {{column}}번째 글자부터(“{{near}}”) JSON이 아니어서 계획으로 읽을 수 없습니다. 열거나 측정한 것은 없습니다. 그 부분을 고치거나, 파일로 저장한 계획을 고르세요.',
  benchPlanCutOff:
    '이 파일은 {{line}}번째 줄 {{column}}번째 글자에서 끊겨 있어 온전한 계획이 아닙니다. 열거나 측정한 것은 없습니다. 파일을 다시 받거나 다른 파일을 고르세요.',
  benchPlanDeep:
    '계획의 {{line}}번째 줄 {{column}}번째 글자에서 {{most}}단계보다 깊이 들어가는데, 그런 계획은 없습니다. 열거나 측정한 것은 없습니다. 그 부분을 고치거나, 파일로 저장한 계획을 고르세요.',
  benchPlanKeyTwice:
    '계획의 한 자리에 같은 항목이 두 번 있습니다. 두 번째는 {{line}}번째 줄 {{column}}번째 글자입니다(“{{near}}”). 하나만 쓸 수 있으므로 열거나 측정하지 않았습니다. 둘 중 하나를 빼세요.',
  benchPlanLong:
    '이 파일은 계획이라기에는 너무 깁니다. {{count}}글자인데 {{most}}글자까지만 읽습니다. 열거나 측정한 것은 없습니다. 파일로 저장한 계획을 고르세요.',
  benchPlanNameTwice:
    '계획에 이름이 “{{name}}”인 구성이 둘 있습니다. 측정한 것은 없습니다. 서로 다른 이름을 준 뒤 다시 실행하세요.',
  benchPlanSeedTwice:
    '계획에 같은 시드가 두 번 있어 두 번째는 캐시에서 답이 나옵니다. 측정한 것은 없습니다. 하나를 지운 뒤 다시 실행하세요.',
  benchPlanExtra:
    '“extra”를 켜면 구성마다 {{count}}회부터 측정합니다. 측정한 것은 없습니다. “repeats”를 {{count}}으로 두거나 “extra”를 빼세요.',
  benchPlanSeedRange:
    '계획의 시드 {{seed}} 값이 {{min}}부터 {{max}}까지의 범위를 벗어납니다. 측정한 것은 없습니다. 고친 뒤 다시 실행하세요.',
  benchPlanSeedsFew:
    '계획에는 시드가 {{count}}개 필요한데 템플릿이 받는 시드는 그보다 적습니다. 측정한 것은 없습니다. 실행 횟수를 줄여 다시 시작하세요.',
  benchUnknown: '{{id}} 벤치마크가 없습니다. 바뀐 것은 없습니다. 벤치마크 목록에서 확인하세요.',
  benchPlanUnknown: '이 계획은 더 이상 보관되어 있지 않습니다. 바뀐 것은 없습니다. 계획 목록에서 있는 것을 확인해 주세요.',
  benchOver: '이 벤치마크는 이미 끝났습니다. 바뀐 것은 없습니다. 다시 측정하려면 계획을 다시 실행하세요.',
  benchUnderWay:
    '다른 벤치마크가 측정하고 있습니다. 둘이 서로 방해하므로 아무것도 시작하지 않았습니다. 결과를 기다리거나 그 벤치마크를 멈추세요.',
  benchQueueHeld:
    '해결책을 시험하거나 업데이트하는 중입니다. 그 일도 엔진을 다시 시작하므로 측정하지 않았습니다. 끝난 뒤에 다시 시도하세요.',
  benchTemplateUnknown:
    '"{{template}}" 템플릿이 없습니다. 측정한 것은 없습니다. "hearth templates"로 목록을 확인하고 계획을 고치세요.',
  benchSeedless:
    '"{{template}}" 템플릿에는 시드가 없어 첫 표본 다음부터는 캐시에서 답이 나옵니다. 측정한 것은 없습니다. 계획에 "cold"를 켜거나 다른 템플릿을 고르세요.',
  benchEngineUnknown: '"{{engine}}" 엔진이 없습니다. 측정한 것은 없습니다. "hearth engine"으로 목록을 확인하고 계획을 고치세요.',
  benchEngineNone:
    'Hearth가 직접 시작하는 엔진이 아직 없습니다. 측정한 것은 없습니다. ComfyUI 폴더나 데모 엔진을 먼저 추가한 뒤 계획을 다시 실행하세요.',
  benchProfileUnknown: '"{{profile}}" 실행 프로필이 없습니다. 측정한 것은 없습니다. 프로필을 먼저 만들거나 계획을 고치세요.',
  benchFlagStray:
    '"{{configuration}}"의 플래그에 있는 "{{word}}"은(는) 어느 플래그에도 속하지 않습니다. 측정한 것은 없습니다. 플래그는 "--이름" 또는 "--이름", "값"으로 적으세요.',
  benchFlagLost:
    '{{engine}} 엔진이 "{{configuration}}"의 {{flag}} 없이 시작되었습니다. 이번에 Hearth를 실행할 때 준 플래그가 가장 우선하므로 비교할 수 없습니다. 그 플래그 없이 Hearth를 시작한 뒤 계획을 다시 실행하세요.',
  benchExternal:
    '{{engine}} 엔진은 Hearth가 시작한 것이 아닙니다. 묶음마다 새로 시작할 수 없어 대신 메모리와 캐시를 비우며, 그 컴퓨터에서 다른 일이 도는지는 알 수 없습니다. 작은 차이는 조심해서 보고, 정확히 재려면 그 폴더를 추가하세요.',
  benchExternalFlags:
    '{{engine}} 엔진은 Hearth가 시작한 것이 아니라서 "{{configuration}}"에 프로필이나 플래그를 줄 수 없습니다. 측정한 것은 없습니다. 계획에서 빼거나 그 ComfyUI의 폴더를 추가하세요.',
  benchFlagStays:
    '"{{configuration}}"에는 없어야 할 {{flag}} 플래그와 함께 {{engine}} 엔진이 시작되었습니다. 이번에 Hearth를 실행할 때 준 플래그가 가장 우선하므로 비교할 수 없습니다. 그 플래그 없이 Hearth를 시작한 뒤 계획을 다시 실행하세요.',
  benchPromptsDiffer:
    '"{{configuration}}"의 프롬프트가 "{{first}}"와 다릅니다. 노드 {{node}}의 입력 "{{input}}"이(가) {{value}} 대신 {{other}}입니다. 서로 다른 작업은 비교할 수 없습니다. 그 값을 계획에 적고 다시 실행하세요.',
  benchNotStarted:
    '{{engine}} 엔진이 "{{configuration}}" 설정으로 시작되지 않았습니다: {{line}} 이 표본은 크래시로 셉니다. 프로필은 원래대로입니다.',
  benchEngineDied:
    '{{engine}} 엔진이 "{{configuration}}" 설정에서 죽었습니다: {{line}} 이 표본은 크래시로 셉니다. 원인은 사고 화면에서 확인하세요.',
  benchSampleCancelled:
    '이 표본의 작업이 취소되었습니다. 시간으로도 실패로도 세지 않고 벤치마크는 계속됩니다. 벤치마크 전체를 끝내려면 벤치마크 화면에서 멈추세요.',
  benchSampleLost:
    '엔진이 아무 말 없이 이 표본의 프롬프트를 놓쳤습니다. 이 표본은 실패로 세고 벤치마크는 계속됩니다. 자세한 것은 엔진 로그에 있을 수 있습니다.',
  benchStopped: '벤치마크를 멈췄습니다. 그때까지 측정한 것은 남아 있고 엔진은 원래대로입니다.',
  benchEngineStopped:
    '도중에 {{engine}} 엔진이 멈추거나 새로 시작되었습니다. 그때까지 측정한 것은 남아 있습니다. 전부 측정하려면 계획을 다시 실행하세요.',
  benchHostEnded:
    '도중에 Hearth가 끝났습니다. 그때까지 측정한 것은 남아 있고 엔진은 다시 자기 프로필을 씁니다. 전부 측정하려면 계획을 다시 실행하세요.',
  benchHostGone:
    '도중에 Hearth와 연결이 끊겼습니다. 거기서 계속되는 측정은 그대로 남습니다. Hearth가 끝났다면 "hearth serve"로 시작하고 계획을 다시 실행하세요.',
  benchPresetFlag: '아직 플래그를 고르지 않았습니다. 플래그가 없으면 비교할 것이 없습니다. 켜고 끌 플래그를 고르세요.',
  benchPresetProfiles: '실행 프로필이 하나뿐이라 비교할 상대가 없습니다. 엔진 화면에서 프로필을 하나 더 만든 뒤 다시 오세요.',
  benchPresetAttention:
    '{{engine}} 엔진에는 어텐션 계산 방식을 고르는 플래그가 없어 비교할 수 없습니다. 대신 플래그 하나를 골라 비교하세요.',
  benchFault: '벤치마크를 계속할 수 없었습니다: {{line}} 그때까지 측정한 것은 남아 있습니다. 계획을 다시 실행하세요.',
};
