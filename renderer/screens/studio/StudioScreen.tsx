/** The studio: whether all is well, what each service has to do, and what each station does. */
import { Button, Loader } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconTopologyStar3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { StationStatus } from '../../../contract/studio/studio-status.ts';
import { request } from '../../bridge.ts';
import { EmptyState, Screen } from '../../components/Screen.tsx';
import { StateDot } from '../../components/StateDot.tsx';
import { useData } from '../../state/data/store.ts';
import { setFilter } from '../../state/queue/queueUi.ts';
import { openStudioForm } from '../../state/settings/settingsPages.ts';
import { goTo } from '../../state/window/navigation.ts';
import { type Headline, headline } from './headline.ts';
import { ServiceCards } from './ServiceCards.tsx';
import { StationTable } from './StationTable.tsx';
import classes from './Studio.module.css';
import { useOverview } from './useOverview.ts';

export function StudioScreen() {
  const { t } = useTranslation();
  const status = useData((data) => data.studio);
  if (status !== null) return <Joined status={status} />;
  return (
    <Screen title={t('studio.title')} testId="screen-studio">
      <EmptyState
        icon={<IconTopologyStar3 size={48} stroke={1.1} aria-hidden />}
        title={t('studio.none.title')}
        text={t('studio.none.text')}
        testId="studio-none"
      >
        <Button variant="default" onClick={() => openStudioForm()}>
          {t('studio.none.action')}
        </Button>
      </EmptyState>
    </Screen>
  );
}

function Joined({ status }: { readonly status: StationStatus }) {
  const { t } = useTranslation();
  const { overview, refusal, read } = useOverview();
  if (overview === null) {
    const isOut = status.condition === 'away' || status.condition === 'refused';
    return (
      <Screen title={t('studio.title')} testId="screen-studio">
        {refusal === null && !isOut ? (
          <EmptyState icon={<Loader size="sm" color="gray" />} text={t('studio.loading')} testId="studio-loading" />
        ) : (
          <EmptyState
            title={t('studio.failed')}
            text={isOut || refusal === null ? headline(status, null, t).text : formatMessage(refusal)}
            testId="studio-failed"
          >
            <Button variant="default" onClick={read} data-testid="studio-again">
              {t('studio.again')}
            </Button>
          </EmptyState>
        )}
      </Screen>
    );
  }
  const { isPaused, stations, services, shares } = overview;
  const isReached = status.condition === 'there' && refusal === null;
  const line =
    isReached || refusal === null || status.condition !== 'there'
      ? headline(status, overview, t)
      : ({ tone: 'warn', text: formatMessage(refusal) } as const);
  const pause = async () => {
    await request('studio.pause', { station: null, paused: !isPaused });
    read();
  };
  return (
    <Screen
      title={t('studio.title')}
      testId="screen-studio"
      actions={
        <Button
          variant="default"
          leftSection={isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          disabled={!isReached}
          onClick={() => void pause()}
          data-testid="studio-pause-all"
        >
          {isPaused ? t('studio.resumeAll') : t('studio.pauseAll')}
        </Button>
      }
    >
      <Top line={line} />
      {/* What was last known stays, without what could be done with it. */}
      <div className={classes.parts} inert={!isReached} data-stale={!isReached || undefined}>
        <ServiceCards services={services} stations={stations} onChange={read} />
        <StationTable stations={stations} shares={shares} onChange={read} />
      </div>
    </Screen>
  );
}

function Top({ line: { tone, text, needsDecision = false } }: { readonly line: Headline }) {
  const { t } = useTranslation();
  const decide = () => {
    setFilter('uncertain');
    goTo('queue');
  };
  return (
    <div className={classes.top} data-tone={tone} role="status" data-testid="studio-headline">
      <StateDot tone={tone} />
      <span className="numbers selectable">{text}</span>
      {needsDecision && (
        <Button size="compact-sm" variant="default" onClick={decide} data-testid="studio-decide">
          {t('studio.head.decide')}
        </Button>
      )}
    </div>
  );
}
