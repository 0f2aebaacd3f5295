import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { RotateCw } from 'lucide-react';
import { useCallback, useState } from 'react';
import { AppError } from '../../../../shared/app-error.ts';
import type { Engine, Problem, Profile } from '../../../../shared/engine.ts';
import type { FlagPage } from '../../../../shared/flag.ts';
import { api } from '../../../api.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { useHearth } from '../../../store/hearth.ts';
import { useAsk } from '../../../store/use-ask.ts';
import { isEngineWorking } from '../../../store/working.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { engineName } from '../../../ui/engine-name.ts';
import { attempt, showDone } from '../../../ui/toasts.tsx';
import { ChangeList } from './ChangeList.tsx';
import { CommandFoot } from './CommandFoot.tsx';
import { EnvEditor } from './EnvEditor.tsx';
import type { ChangeFlag } from './FlagLine.tsx';
import { FlagList } from './FlagList.tsx';
import { HintList } from './HintList.tsx';
import { ProfileBar } from './ProfileBar.tsx';
import classes from './profile.module.css';
import { dropDraft, editFlag, editProfile, isOvertaken, useDraft } from './profile-draft.ts';

interface ProfileEditorProps {
  engine: Engine;
  page: FlagPage;
  profiles: readonly Profile[];
  profile: Profile;
  onChoose(id: string): void;
}

const settleMs = 200;

/** One profile being edited: its flags, its variables, what it would be started as, and what is wrong with it. */
export function ProfileEditor({ engine, page, profiles, profile, onChoose }: ProfileEditorProps) {
  const { t } = useWords();
  const draft = useDraft(profile.id);
  const { flags, env } = draft ?? profile;
  const [asking] = useDebouncedValue({ id: profile.id, flags, env }, settleMs);
  // What worked last, and the port, change with the engine.
  const line = useAsk('engines.commandLine', { id: engine.id, profile: asking }, `${engine.launchId} ${engine.state}`);
  const [refusal, setRefusal] = useState<{ error: unknown; of: string } | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const isWorking = useHearth(isEngineWorking(engine.id));
  const usedId = engine.profileId ?? null;
  const isUsed = profile.id === usedId;
  const isDown = engine.state === 'stopped' || engine.state === 'failed';

  // A refusal counts only for what was refused; the next letter is another try.
  const now = JSON.stringify([flags, env]);
  const refused = refusal?.of === now ? refusal.error : undefined;
  const problems = withRefusal(line.data?.problems ?? [], refused);
  const isAtFlag = (problem: Problem): boolean => problem.params.flag !== undefined;
  const elsewhere =
    problems.find((problem) => !isAtFlag(problem)) ?? (refused !== undefined && !isAtRow(refused) ? refused : undefined);

  const change = (part: Partial<Pick<Profile, 'flags' | 'env'>>): void => editProfile(profile, part);
  const changeFlag = useCallback<ChangeFlag>((...given) => editFlag(profile, ...given), [profile]);
  const save = async (): Promise<boolean> => {
    try {
      await api.call('profiles.save', { id: profile.id, name: profile.name, flags, env, engine: engine.id });
      dropDraft(profile.id);
      setRefusal(null);
      return true;
    } catch (error) {
      setRefusal({ error, of: now });
      return false;
    }
  };
  const saveOnly = async (): Promise<void> => {
    if (!(await save())) return;
    showDone(t(isUsed && !isDown ? 'profiles.savedStale' : 'profiles.saved', { profile: profile.name }));
  };
  const saveAndRun = async (): Promise<void> => {
    if (draft && !(await save())) return;
    await attempt(api.call('engines.useProfile', { id: engine.id, profile: profile.id, restart: 'now' }));
  };
  const chooseNext = async (): Promise<void> => {
    const done = await attempt(api.call('engines.useProfile', { id: engine.id, profile: profile.id, restart: 'next' }));
    if (done) showDone(t('profiles.useNextDone', { profile: profile.name }));
  };

  const note = draft
    ? isOvertaken(draft, profile)
      ? t('profiles.changedElsewhere')
      : t('profiles.unsaved')
    : isUsed && engine.variant === 'lastGood'
      ? t('profiles.isLastGood')
      : isUsed && engine.isProfileStale
        ? t('profiles.isStale')
        : isUsed && engine.variant === 'safe'
          ? t('profiles.isSafe')
          : '';
  const runLabel = draft
    ? t(isDown ? 'profiles.saveStart' : 'profiles.saveRestart')
    : t(isDown ? 'profiles.start' : 'profiles.restart');
  const canRun = draft !== null || isDown || !isUsed || engine.isProfileStale === true || engine.variant !== 'profile';
  return (
    <div className={classes.root}>
      <ProfileBar
        profiles={profiles}
        profile={profile}
        usedId={usedId}
        onChoose={onChoose}
        note={problems.length > 0 ? t('profiles.problems', { count: problems.length }) : note}
      >
        {draft && (
          <>
            <Button variant="subtle" color="gray" onClick={() => dropDraft(profile.id)}>
              {t('profiles.discard')}
            </Button>
            <Button variant="default" onClick={() => void saveOnly()}>
              {t('profiles.save')}
            </Button>
          </>
        )}
        {!draft && !isUsed && (
          <Button variant="default" onClick={() => void chooseNext()}>
            {t('profiles.useNext')}
          </Button>
        )}
        {canRun && (
          <Button
            leftSection={<RotateCw size={14} aria-hidden />}
            disabled={engine.state === 'stopping'}
            onClick={() => (isWorking ? setIsAsked(true) : void saveAndRun())}
          >
            {runLabel}
          </Button>
        )}
      </ProfileBar>
      <div className={classes.middle}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable for the keyboard. */}
        <section className={classes.flags} tabIndex={0} aria-label={t('engine.tabs.profile')}>
          {elsewhere !== undefined && (
            <div className={classes.failure}>
              <ErrorNotice error={elsewhere} />
            </div>
          )}
          <FlagList page={page} flags={flags} problems={problems} onChange={changeFlag} />
        </section>
        <div className={classes.side}>
          <HintList page={page} flags={flags} onChange={changeFlag} />
          <EnvEditor env={env} onChange={(next) => change({ env: next })} />
          <ChangeList changes={line.data?.changes ?? null} />
        </div>
      </div>
      {line.error !== undefined && (
        <div className={classes.failure}>
          <ErrorNotice error={line.error} isCompact />
        </div>
      )}
      <CommandFoot engine={engine.id} line={line.data} onFlags={(next) => change({ flags: next })} />
      <ConfirmDialog
        isOpen={isAsked}
        title={t('engine.restartTitle', { name: engineName(t, engine) })}
        confirmLabel={runLabel}
        onConfirm={() => void saveAndRun()}
        onClose={() => setIsAsked(false)}
      >
        {t('engine.stopText')}
      </ConfirmDialog>
    </div>
  );
}

/** Whether an error names a flag, at whose row it is told. */
const isAtRow = (error: unknown): error is AppError => error instanceof AppError && error.params.flag !== undefined;

/** What is wrong, with what the host refused just now; the same thing is told once. */
function withRefusal(problems: readonly Problem[], refused: unknown): Problem[] {
  if (!isAtRow(refused)) return [...problems];
  const { key, params, message } = refused;
  const isKnown = problems.some((problem) => problem.key === key && problem.params.flag === params.flag);
  return isKnown ? [...problems] : [...problems, { key, params, message }];
}
