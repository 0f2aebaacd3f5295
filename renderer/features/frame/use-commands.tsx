import type { SpotlightActionGroupData } from '@mantine/spotlight';
import {
  Ban,
  ChartColumn,
  type Cpu,
  FileSearch,
  FlaskConical,
  Keyboard,
  Languages,
  ListOrdered,
  Moon,
  Pause,
  PencilLine,
  Play,
  Plus,
  Power,
  RotateCw,
  Siren,
  Sun,
} from 'lucide-react';
import { api } from '../../api.ts';
import { remedyText } from '../../i18n/incident-text.ts';
import { useWords } from '../../i18n/use-words.ts';
import { useHearth } from '../../store/hearth.ts';
import { nextRemedy, unsettledIncidents } from '../../store/incidents.ts';
import { pickLogFile } from '../../store/log-file.ts';
import { screens } from '../../store/place.ts';
import { tryRemedy } from '../../store/remedy-trial.ts';
import { go, selectTemplate, setHelpOpen, setSettingUp } from '../../store/view.ts';
import { workingIds } from '../../store/working.ts';
import { engineName } from '../../ui/engine-name.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { attempt } from '../../ui/toasts.tsx';
import { screenIcons } from './screen-icons.ts';
import { cancelRunning } from './use-shortcuts.ts';

const screenKeys: Partial<Record<(typeof screens)[number], string>> = {
  queue: 'Q',
  engine: 'Ctrl+`',
  incidents: 'I',
  settings: 'Ctrl+,',
};
const icon = (Icon: typeof Cpu) => <Icon size={16} aria-hidden />;

/** The commands that make sense now, in groups, in the reader's language. */
export function useCommands(): SpotlightActionGroupData[] {
  const { t, of } = useWords();
  const engines = useHearth((state) => state.engines);
  const templates = useHearth((state) => state.templates);
  const pause = useHearth((state) => state.pauses[0]);
  const isWorking = useHearth((state) => workingIds(state) !== '');
  const incidents = useHearth((state) => state.incidents);
  const newest = unsettledIncidents({ incidents })[0];
  const remedy = newest && newest.state !== 'trial' ? nextRemedy(newest.remedies) : null;
  const set = (patch: Parameters<typeof api.call<'settings.set'>>[1]) => (): void =>
    void attempt(api.call('settings.set', patch));

  return [
    {
      group: t('frame.palette.go'),
      actions: screens.map((screen) => ({
        id: `go-${screen}`,
        label: t(`frame.screens.${screen}`),
        keywords: [screen],
        leftSection: icon(screenIcons[screen]),
        rightSection: screenKeys[screen] ? <Kbd keys={screenKeys[screen]} /> : undefined,
        onClick: () => go(screen),
      })),
    },
    {
      group: t('frame.palette.generateWith'),
      actions: Object.values(templates).map((template) => ({
        id: `template-${template.id}`,
        label: of(template.title),
        keywords: [template.id, template.title.en, template.title.ko],
        leftSection: icon(PencilLine),
        onClick: () => {
          selectTemplate(template.id);
          go('generate');
        },
      })),
    },
    {
      group: t('frame.palette.queue'),
      actions: [
        pause
          ? {
              id: 'resume',
              label: t('frame.palette.resume'),
              keywords: ['resume'],
              leftSection: icon(Play),
              // A benchmark is stopped where its samples are seen.
              onClick: () =>
                pause.owner === 'benchmark' ? go('benchmarks') : void attempt(api.call('queue.resume', { owner: pause.owner })),
            }
          : {
              id: 'pause',
              label: t('frame.palette.pause'),
              keywords: ['pause'],
              leftSection: icon(Pause),
              onClick: () => void attempt(api.call('queue.pause', {})),
            },
        ...(isWorking
          ? [
              {
                id: 'cancel',
                label: t('frame.palette.cancelRunning'),
                keywords: ['cancel', 'interrupt', 'stop'],
                leftSection: icon(Ban),
                rightSection: <Kbd keys="Ctrl+Alt+Enter" />,
                onClick: () => cancelRunning(of),
              },
            ]
          : [
              {
                id: 'queue',
                label: t('frame.shortcuts.openQueue'),
                keywords: ['queue'],
                leftSection: icon(ListOrdered),
                onClick: () => go('queue'),
              },
            ]),
      ],
    },
    {
      group: t('frame.palette.engine'),
      actions: [
        ...Object.values(engines).flatMap((engine) => {
          const { id } = engine;
          const name = engineName(t, engine);
          const isDown = engine.state === 'stopped' || engine.state === 'failed';
          if (isDown) {
            return [
              {
                id: `start-${id}`,
                label: t('frame.palette.start', { name }),
                keywords: ['start'],
                leftSection: icon(Play),
                onClick: () => void attempt(api.call('engines.start', { id })),
              },
            ];
          }
          return [
            {
              id: `stop-${id}`,
              label: t('frame.palette.stop', { name }),
              keywords: ['stop'],
              leftSection: icon(Power),
              onClick: () => void attempt(api.call('engines.stop', { id })),
            },
            {
              id: `restart-${id}`,
              label: t('frame.palette.restart', { name }),
              keywords: ['restart'],
              leftSection: icon(RotateCw),
              onClick: () => void attempt(api.call('engines.restart', { id })),
            },
          ];
        }),
        {
          id: 'add-engine',
          label: t('frame.palette.addEngine'),
          keywords: ['add', 'engine', 'comfyui'],
          leftSection: icon(Plus),
          onClick: () => setSettingUp(true),
        },
      ],
    },
    {
      group: t('frame.palette.incidents'),
      actions: [
        ...(newest
          ? [
              {
                id: 'newest-incident',
                label: t('incidents.commands.newest'),
                keywords: ['incident', 'crash'],
                leftSection: icon(Siren),
                onClick: () => go('incidents', newest.id),
              },
            ]
          : []),
        ...(newest && remedy
          ? [
              {
                id: 'try-remedy',
                label: t('incidents.commands.tryFirst', { remedy: remedyText(t, remedy.id) }),
                keywords: ['remedy', 'try', 'fix'],
                leftSection: icon(FlaskConical),
                onClick: () => void tryRemedy(newest.id, remedy.id),
              },
            ]
          : []),
        {
          id: 'read-log',
          label: t('incidents.commands.read'),
          keywords: ['log', 'diagnose', 'file'],
          leftSection: icon(FileSearch),
          onClick: pickLogFile,
        },
      ],
    },
    {
      group: t('frame.screens.benchmarks'),
      actions: [
        {
          id: 'new-benchmark',
          label: t('benchmarks.new'),
          keywords: ['benchmark', 'measure', 'compare', 'faster'],
          leftSection: icon(ChartColumn),
          onClick: () => go('benchmarks', 'new'),
        },
      ],
    },
    {
      group: t('frame.palette.look'),
      actions: [
        {
          id: 'en',
          label: 'English',
          keywords: ['language', '언어'],
          leftSection: icon(Languages),
          onClick: set({ language: 'en' }),
        },
        {
          id: 'ko',
          label: '한국어',
          keywords: ['language', 'korean'],
          leftSection: icon(Languages),
          onClick: set({ language: 'ko' }),
        },
        {
          id: 'dark',
          label: t('frame.palette.dark'),
          keywords: ['theme', 'dark'],
          leftSection: icon(Moon),
          onClick: set({ theme: 'dark' }),
        },
        {
          id: 'light',
          label: t('frame.palette.light'),
          keywords: ['theme', 'light'],
          leftSection: icon(Sun),
          onClick: set({ theme: 'light' }),
        },
        {
          id: 'help',
          label: t('frame.help'),
          keywords: ['help', 'keys', 'shortcuts'],
          leftSection: icon(Keyboard),
          rightSection: <Kbd keys="?" />,
          onClick: () => setHelpOpen(true),
        },
      ],
    },
  ];
}
