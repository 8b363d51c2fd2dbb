/** What a client chose, before it is imported; and then what can be done with it. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportedPicks, PicksPlan } from '../../../contract/delivery/gallery.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { dayTime, formatCount as number } from '../../locales/format.ts';
import { applyImportedPicks, importPicks, useClientPicks } from '../../state/review/clientPicks.ts';
import classes from './PicksSheet.module.css';

export function PicksSheet() {
  const { t } = useTranslation();
  const picks = useClientPicks((state) => state.picks);
  const close = () => useClientPicks.setState({ picks: null });
  if (picks === null) return null;
  const { plan, imported } = picks;
  const { client, title, gone, unknown } = plan;
  return (
    <Sheet onClose={close} title={t('gallery.picks.title')} size={520} data-testid="picks">
      <p className={classes.what}>
        {client === '' ? t('gallery.picks.fromNobody', { title }) : t('gallery.picks.from', { client, title })}
      </p>
      <dl className={classes.facts} data-testid="picks-facts">
        <dt>{t('gallery.picks.made')}</dt>
        <dd>{dayTime(plan.madeAt)}</dd>
        {plan.savedAt !== null && (
          <>
            <dt>{t('gallery.picks.saved')}</dt>
            <dd>{dayTime(plan.savedAt)}</dd>
          </>
        )}
        {(['picked', 'starred', 'commented'] as const).map((key) => (
          <Fact key={key} name={t(`gallery.picks.${key}`)} value={number(plan[key])} />
        ))}
      </dl>
      <Names names={plan.goneNames} words={t('gallery.picks.gone', { count: gone, number: number(gone) })} />
      <Names names={plan.unknownIds} words={t('gallery.picks.unknown', { count: unknown, number: number(unknown) })} />
      <Standing plan={plan} imported={imported} />
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
          <Offers imported={imported} />
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

/** What importing does, or did. */
function Standing({ plan, imported }: { readonly plan: PicksPlan; readonly imported: ImportedPicks | null }) {
  const { t } = useTranslation();
  const { standing, earlierAt } = plan;
  const hasEarlierImport = earlierAt !== null && imported === null && (standing === 'newer' || standing === 'older');
  return (
    <>
      {hasEarlierImport && <p className={classes.line}>{t(`gallery.picks.${standing}`, { at: dayTime(earlierAt) })}</p>}
      <p className={classes.line} role="status" data-testid="picks-standing">
        {imported !== null ? t('gallery.picks.kept') : standing !== 'older' && t('gallery.picks.how')}
      </p>
    </>
  );
}

/** The client's picks as one's own. */
function Offers({ imported }: { readonly imported: ImportedPicks }) {
  const { t } = useTranslation();
  const { toPick, rejected, toUnpick } = imported;
  const offer = (command: 'takeOver' | 'unpickRest', count: number, about: string) => (
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
      {offer('takeOver', toPick, toPick === 0 ? t('gallery.picks.noneToPick') : picks + ofRejected)}
      {offer('unpickRest', toUnpick, toUnpick === 0 ? t('gallery.picks.noneToUnpick') : unpicks)}
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="numbers">{value}</dd>
    </>
  );
}

/** The first of them. */
function Names({ names, words }: { readonly names: readonly string[]; readonly words: string }) {
  if (names.length === 0) return null;
  return (
    <>
      <p className={classes.line}>{words}</p>
      <ul className={`${classes.names} selectable`}>
        {[...new Set(names)].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
}
