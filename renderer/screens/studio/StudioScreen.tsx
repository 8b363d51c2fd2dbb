/** The studio: a headline with its most important problem, its services, and its stations. */
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconTopologyStar3 } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { StationStatus, StudioOverview } from '../../../contract/studio/studio-status.ts';
import { request, requestQuietly } from '../../bridge.ts';
import { EmptyState, Screen } from '../../components/Screen.tsx';
import { StateDot, type Tone } from '../../components/status/StateDot.tsx';
import { useData } from '../../state/data/store.ts';
import { setFilter } from '../../state/queue/queueUi.ts';
import { openStudioForm } from '../../state/settings/settingsPages.ts';
import { goTo } from '../../state/window/navigation.ts';
import { type Headline, headline } from './headline.ts';
import { ServiceCards } from './ServiceCards.tsx';
import { StationTable } from './StationTable.tsx';

const overviewIntervalMs = 2000;

interface OverviewState {
  /** The last loaded overview. */
  readonly overview: StudioOverview | null;
  /** The reason why the last request failed. */
  readonly refusal: Message | null;
}

/** Loads the overview repeatedly while the screen is shown; `read` loads it immediately, after a change. */
function useOverview(): OverviewState & { readonly read: () => void } {
  const [state, setState] = useState<OverviewState>({ overview: null, refusal: null });
  const [round, setRound] = useState(0);
  const poll = useEffectEvent((_round: number) => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const reply = await requestQuietly('studio.overview');
      if (!isCurrent) return;
      timer = setTimeout(read, overviewIntervalMs);
      setState(({ overview }) =>
        reply.ok ? { overview: reply.value, refusal: null } : { overview, refusal: reply.message },
      );
    };
    void read();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  });
  useEffect(() => poll(round), [round]);
  return { ...state, read: () => setRound((count) => count + 1) };
}

export function StudioScreen() {
  const { t } = useTranslation();
  const status = useData((data) => data.studio);
  if (status !== null) return <StudioOverviewScreen status={status} />;
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

function StudioOverviewScreen({ status }: { readonly status: StationStatus }) {
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
      <StudioHeadline line={line} />
      {/* The last overview stays visible but inert while the connection is lost. */}
      <Stack gap="lg" inert={!isReached} opacity={isReached ? undefined : 0.6}>
        <ServiceCards services={services} stations={stations} onChange={read} />
        <StationTable stations={stations} shares={shares} onChange={read} />
      </Stack>
    </Screen>
  );
}

const headlineColors: Readonly<Partial<Record<Tone, string>>> = {
  warn: 'var(--b-uncertain)',
  bad: 'var(--b-failed)',
};

function StudioHeadline({ line: { tone, text, needsDecision = false } }: { readonly line: Headline }) {
  const { t } = useTranslation();
  const decide = () => {
    setFilter('uncertain');
    goTo('queue');
  };
  return (
    <Group gap="xs" wrap="nowrap" mih={32} mb="md" fz="md" role="status" data-testid="studio-headline">
      <StateDot tone={tone} />
      <Text span inherit c={headlineColors[tone]} className="numbers selectable">
        {text}
      </Text>
      {needsDecision && (
        <Button size="compact-sm" variant="default" onClick={decide} data-testid="studio-decide">
          {t('studio.head.decide')}
        </Button>
      )}
    </Group>
  );
}
