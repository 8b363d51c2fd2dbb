/** Settings, Studio: what it is and how to join one; or how this computer takes part in its own. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { msg } from '../../../../contract/messages/message.ts';
import type { Share, StudioMembership } from '../../../../contract/studio/studio.ts';
import { request } from '../../../bridge.ts';
import cards from '../../../components/Cards.module.css';
import { FactList } from '../../../components/FactList.tsx';
import { Section } from '../../../components/SettingRow.tsx';
import { StateDot } from '../../../components/StateDot.tsx';
import { studioStatusLine } from '../../../components/studioStatusLine.ts';
import { useData } from '../../../state/data/store.ts';
import { consumeIntent, useUi } from '../../../state/window/navigation.ts';
import { LeaveStudio } from './LeaveStudio.tsx';
import classes from './Studio.module.css';
import { StudioDrawer } from './StudioDrawer.tsx';
import { useShareCheck } from './useShareCheck.ts';

export function StudioSection() {
  const membership = useData((data) => data.settings.studio);
  /** The address the form begins with, while it is open. */
  const [opened, setOpened] = useState<string | null>(null);
  const intent = useUi((ui) => ui.intent);
  const address = membership?.address ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: an intent is taken once, when it comes
  useEffect(() => {
    if (intent === 'studio' && consumeIntent()) setOpened(address);
  }, [intent]);
  return (
    <Section>
      {membership === null ? <Outside onJoin={setOpened} /> : <Inside membership={membership} onChange={setOpened} />}
      <StudioDrawer opened={opened} onClose={() => setOpened(null)} />
    </Section>
  );
}

function Outside({ onJoin }: { readonly onJoin: (address: string) => void }) {
  const { t } = useTranslation();
  const isRoot = useData((data) => data.about.isRoot);
  const [isStarting, setStarting] = useState(false);
  const [served, setServed] = useState<string | null>(null);
  const serve = async (isOn: boolean) => {
    setStarting(true);
    const reply = await request('studio.serve', { on: isOn });
    setStarting(false);
    if (!reply.ok) return;
    setServed(reply.value);
    if (reply.value !== null) onJoin(reply.value);
  };
  return (
    <>
      <p className={`${classes.text} selectable`}>{t('joining.text')}</p>
      <div className={classes.buttons}>
        <Button size="xs" onClick={() => onJoin(served ?? '')} data-testid="studio-join">
          {t('joining.join')}
        </Button>
        {served === null ? (
          <Button
            size="xs"
            variant="default"
            loading={isStarting}
            disabled={isRoot}
            onClick={() => void serve(true)}
            data-testid="studio-try"
          >
            {isStarting ? t('joining.starting') : t('joining.try')}
          </Button>
        ) : (
          <>
            <span className={classes.dim}>{t('joining.served')}</span>
            <Button
              size="compact-xs"
              variant="default"
              loading={isStarting}
              onClick={() => void serve(false)}
              data-testid="studio-try-stop"
            >
              {t('joining.stop')}
            </Button>
          </>
        )}
        {served === null && (
          <span className={classes.dim} data-testid="studio-try-help">
            {isRoot ? formatMessage(msg('studio.serve.root')) : t('joining.tryHelp')}
          </span>
        )}
      </div>
    </>
  );
}

interface InsideProps {
  readonly membership: StudioMembership;
  readonly onChange: (address: string) => void;
}

function Inside({ membership: { address, name, person, role, shares }, onChange }: InsideProps) {
  const { t } = useTranslation();
  const status = useData((data) => data.studio);
  const [isAsking, setAsking] = useState(false);
  const line = status && studioStatusLine(status, t);
  const isLeaving = status?.isLeaving === true;
  return (
    <>
      {line && (
        <p className={cards.condition} role="status" data-testid="studio-condition">
          <StateDot tone={line.tone} />
          <span className="numbers">
            {isLeaving
              ? t('joining.leaving', { count: status.holds })
              : line.tone === 'good'
                ? t('joining.there')
                : line.text}
          </span>
        </p>
      )}
      <FactList
        facts={[
          [t('joining.address'), address],
          [t('joining.station'), name],
          [t('joining.person'), person],
          [t('joining.role'), t(`joining.roles.${role}`)],
          [t('joining.shares'), shares.length === 0 ? t('joining.noShares') : null],
        ]}
      />
      {shares.length > 0 && (
        <div>
          <h3 className={classes.heading}>{t('joining.shares')}</h3>
          <ul className={classes.kept}>
            {shares.map((share) => (
              <KeptShare key={share.name} share={share} isThere={status?.condition === 'there'} />
            ))}
          </ul>
        </div>
      )}
      <div className={classes.buttons}>
        {isLeaving ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => void request('studio.leave', { first: 'give-back' })}
            data-testid="studio-leave-now"
          >
            {t('joining.leaveNow')}
          </Button>
        ) : (
          <>
            <Button size="xs" variant="default" onClick={() => onChange(address)} data-testid="studio-change">
              {t('joining.change')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsking(true)} data-testid="studio-leave">
              {t('joining.leaveStudio')}
            </Button>
          </>
        )}
      </div>
      <LeaveStudio opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

/** Looked at when it is shown, and again when the database is back: it knows what others have. */
function KeptShare({ share: { name, folder }, isThere }: { readonly share: Share; readonly isThere: boolean }) {
  const { words, isWrong, check } = useShareCheck(name, folder);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each share
  useEffect(() => void check(), [name, folder, isThere]);
  return (
    <li data-testid={`studio-kept-share-${name}`}>
      <strong>{name}</strong>
      <span className="ellipsis selectable" title={folder}>
        {folder}
      </span>
      <p data-wrong={isWrong || undefined}>{words}</p>
    </li>
  );
}
