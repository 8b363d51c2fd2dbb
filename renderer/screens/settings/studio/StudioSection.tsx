/** Settings, Studio: an invitation to join one, or the membership of this computer. */
import { Box, Button, Flex, Group, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { msg } from '../../../../contract/messages/message.ts';
import type { Share, StudioMembership } from '../../../../contract/studio/studio.ts';
import { request } from '../../../bridge.ts';
import { Note } from '../../../components/Note.tsx';
import { Section } from '../../../components/SettingRow.tsx';
import { FactList } from '../../../components/status/FactList.tsx';
import { StateDot } from '../../../components/status/StateDot.tsx';
import { studioStatusLine } from '../../../components/status/studioStatusLine.ts';
import { useData } from '../../../state/data/store.ts';
import { consumeIntent, useUi } from '../../../state/window/navigation.ts';
import { LeaveStudio } from './LeaveStudio.tsx';
import { StudioDrawer } from './StudioDrawer.tsx';
import { shareCheckColor, useShareCheck } from './useShareCheck.ts';

export function StudioSection() {
  const membership = useData((data) => data.settings.studio);
  /** The initial address of the open form; null = the form is closed. */
  const [opened, setOpened] = useState<string | null>(null);
  const intent = useUi((ui) => ui.intent);
  const address = membership?.address ?? '';
  const onIntent = useEffectEvent((current: typeof intent) => {
    if (current === 'studio' && consumeIntent()) setOpened(address);
  });
  useEffect(() => onIntent(intent), [intent]);
  return (
    <Section>
      {membership === null ? (
        <Invitation onJoin={setOpened} />
      ) : (
        <Membership membership={membership} onChange={setOpened} />
      )}
      <StudioDrawer opened={opened} onClose={() => setOpened(null)} />
    </Section>
  );
}

function Invitation({ onJoin }: { readonly onJoin: (address: string) => void }) {
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
      <Text inherit c="dimmed" className="selectable">
        {t('joining.text')}
      </Text>
      <Group gap="xs">
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
            <Note span lh="20px">
              {t('joining.served')}
            </Note>
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
          <Note span lh="20px" data-testid="studio-try-help">
            {isRoot ? formatMessage(msg('studio.serve.root')) : t('joining.tryHelp')}
          </Note>
        )}
      </Group>
    </>
  );
}

interface MembershipProps {
  readonly membership: StudioMembership;
  readonly onChange: (address: string) => void;
}

function Membership({ membership: { address, name, person, role, shares }, onChange }: MembershipProps) {
  const { t } = useTranslation();
  const status = useData((data) => data.studio);
  const [isConfirming, setConfirming] = useState(false);
  const line = status && studioStatusLine(status, t);
  const isLeaving = status?.isLeaving === true;
  return (
    <>
      {line && (
        <Group gap="xs" wrap="nowrap" role="status" data-testid="studio-condition">
          <StateDot tone={line.tone} />
          <span className="numbers">
            {isLeaving
              ? t('joining.leaving', { count: status.holds })
              : line.tone === 'good'
                ? t('joining.there')
                : line.text}
          </span>
        </Group>
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
          <Title order={3} mb="xs">
            {t('joining.shares')}
          </Title>
          <Flex component="ul" direction="column" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {shares.map((share) => (
              <MemberShare key={share.name} share={share} isConnected={status?.condition === 'there'} />
            ))}
          </Flex>
        </div>
      )}
      <Group gap="xs">
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
            <Button size="xs" variant="default" onClick={() => setConfirming(true)} data-testid="studio-leave">
              {t('joining.leaveStudio')}
            </Button>
          </>
        )}
      </Group>
      <LeaveStudio opened={isConfirming} onClose={() => setConfirming(false)} />
    </>
  );
}

interface MemberShareProps {
  readonly share: Share;
  readonly isConnected: boolean;
}

/** Checked when it is shown, and again after a reconnection, because the database knows the folders of other stations. */
function MemberShare({ share: { name, folder }, isConnected }: MemberShareProps) {
  const { words, isWrong, check } = useShareCheck(name, folder);
  const recheck = useEffectEvent((..._changes: readonly unknown[]) => void check());
  useEffect(() => recheck(name, folder, isConnected), [name, folder, isConnected]);
  return (
    <Flex component="li" gap="sm" fz="xs" lh="18px" data-testid={`studio-kept-share-${name}`}>
      <Box flex="none" w={70} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Box>
      <Box flex={1} miw={0}>
        <div className="ellipsis selectable" title={folder}>
          {folder}
        </div>
        <Text inherit c={shareCheckColor(isWrong)}>
          {words}
        </Text>
      </Box>
    </Flex>
  );
}
