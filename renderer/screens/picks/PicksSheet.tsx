/** Picks of a client: a summary before the import, and actions on them afterwards. */
import { Box, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportedPicks, PicksPlan } from '../../../contract/delivery/gallery.ts';
import { ScrollList } from '../../components/ScrollList.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { dayTime, formatCount as number } from '../../locales/format.ts';
import { applyImportedPicks, importPicks, useClientPicks } from '../../state/review/clientPicks.ts';

export function PicksSheet() {
  const { t } = useTranslation();
  const picks = useClientPicks((state) => state.picks);
  const close = () => useClientPicks.setState({ picks: null });
  if (picks === null) return null;
  const { plan, imported } = picks;
  const { client, title, gone, unknown } = plan;
  return (
    <Sheet onClose={close} title={t('gallery.picks.title')} size={520} data-testid="picks">
      <Text inherit mb="md" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {client === '' ? t('gallery.picks.fromNobody', { title }) : t('gallery.picks.from', { client, title })}
      </Text>
      <Box
        component="dl"
        display="grid"
        mt={0}
        mb="md"
        style={{ gridTemplateColumns: 'max-content 1fr', gap: '4px 24px' }}
        data-testid="picks-facts"
      >
        <Fact name={t('gallery.picks.made')} value={dayTime(plan.madeAt)} />
        {plan.savedAt !== null && <Fact name={t('gallery.picks.saved')} value={dayTime(plan.savedAt)} />}
        {(['picked', 'starred', 'commented'] as const).map((key) => (
          <Fact key={key} name={t(`gallery.picks.${key}`)} value={number(plan[key])} />
        ))}
      </Box>
      <Names names={plan.goneNames} title={t('gallery.picks.gone', { count: gone, number: number(gone) })} />
      <Names names={plan.unknownIds} title={t('gallery.picks.unknown', { count: unknown, number: number(unknown) })} />
      <ImportEffect plan={plan} imported={imported} />
      {imported === null ? (
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="subtle" color="gray" onClick={close} data-autofocus={plan.standing === 'older' || undefined}>
            {t('actions.cancel')}
          </Button>
          <Button
            onClick={() => void importPicks()}
            disabled={plan.standing === 'older'}
            data-autofocus={plan.standing !== 'older' || undefined}
            data-testid="picks-go"
          >
            {t('gallery.picks.go')}
          </Button>
        </Group>
      ) : (
        <>
          <PickActions imported={imported} />
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={close} data-autofocus data-testid="picks-close">
              {t('actions.close')}
            </Button>
          </Group>
        </>
      )}
    </Sheet>
  );
}

/** The effect of the import, before and after it. */
function ImportEffect({ plan, imported }: { readonly plan: PicksPlan; readonly imported: ImportedPicks | null }) {
  const { t } = useTranslation();
  const { standing, earlierAt } = plan;
  const hasEarlierImport = earlierAt !== null && imported === null && (standing === 'newer' || standing === 'older');
  return (
    <>
      {hasEarlierImport && <Text inherit>{t(`gallery.picks.${standing}`, { at: dayTime(earlierAt) })}</Text>}
      <Text inherit role="status" data-testid="picks-standing">
        {imported !== null ? t('gallery.picks.kept') : standing !== 'older' && t('gallery.picks.how')}
      </Text>
    </>
  );
}

/** Applies the client's picks to the user's own. */
function PickActions({ imported }: { readonly imported: ImportedPicks }) {
  const { t } = useTranslation();
  const { toPick, rejected, toUnpick } = imported;
  const renderAction = (command: 'takeOver' | 'unpickRest', count: number, about: string) => (
    <Group wrap="nowrap" mt="md">
      <Button
        variant="default"
        flex="none"
        disabled={count === 0}
        onClick={() => void applyImportedPicks(command)}
        data-testid={`picks-${command}`}
      >
        {t(`gallery.follow.${command}`)}
      </Button>
      <span data-testid={`picks-${command}-about`}>{about}</span>
    </Group>
  );
  const picks = t('gallery.picks.toPick', { count: toPick, number: number(toPick) });
  const ofRejected = rejected > 0 ? ` ${t('gallery.picks.ofRejected', { number: number(rejected) })}` : '';
  const unpicks = t('gallery.picks.toUnpick', { count: toUnpick, number: number(toUnpick) });
  return (
    <>
      {renderAction('takeOver', toPick, toPick === 0 ? t('gallery.picks.noneToPick') : picks + ofRejected)}
      {renderAction('unpickRest', toUnpick, toUnpick === 0 ? t('gallery.picks.noneToUnpick') : unpicks)}
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <Text component="dt" inherit c="dimmed">
        {name}
      </Text>
      <Text component="dd" inherit className="numbers">
        {value}
      </Text>
    </>
  );
}

function Names({ names, title }: { readonly names: readonly string[]; readonly title: string }) {
  if (names.length === 0) return null;
  return (
    <>
      <Text inherit>{title}</Text>
      <ScrollList mah={120} mt={4} mb="sm">
        {[...new Set(names)].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ScrollList>
    </>
  );
}
