import { ActionIcon, Button } from '@mantine/core';
import { MoonStar, X } from 'lucide-react';
import { useWords } from '../../i18n/use-words.ts';
import { useAsk } from '../../store/use-ask.ts';
import { go } from '../../store/view.ts';
import { Banner } from './Banner.tsx';
import { useAway } from './use-away.ts';

/** What a night brought, told in the morning: how many incidents; one alone has its own message. */
export function AwayBanner() {
  const { t } = useWords();
  const { since, forget } = useAway();
  const filter = since === null ? null : { filter: { from: new Date(since).toISOString() }, limit: 1 };
  const count = useAsk('incidents.list', filter).data?.total ?? 0;
  if (since === null || count < 2) return null;
  return (
    <Banner
      tone="warn"
      isPolite
      icon={<MoonStar size={16} aria-hidden />}
      what={t('incidents.away', { count })}
      more={t('incidents.awayHint')}
      actions={
        <>
          <Button
            variant="default"
            onClick={() => {
              forget();
              go('incidents');
            }}
          >
            {t('incidents.awaySee')}
          </Button>
          <ActionIcon aria-label={t('incidents.banner.hide')} title={t('incidents.banner.hide')} onClick={forget}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </>
      }
    />
  );
}
