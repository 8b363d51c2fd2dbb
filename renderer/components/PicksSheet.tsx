/** What a client's choices would change, before anything is changed. */
import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayTime, count as number } from '../locales/format.ts';
import { importPicks, useGallery } from '../state/gallery.ts';
import classes from './PicksSheet.module.css';

export function PicksSheet() {
  const { t } = useTranslation();
  const picks = useGallery((state) => state.picks);
  const close = () => useGallery.setState({ picks: null });
  if (picks === null) return null;
  const { plan } = picks;
  const { client, title, changes, overwritten, gone, unknown } = plan;
  const { flags, stars, names } = overwritten;
  const counted = { flags: { count: flags, number: number(flags) }, stars: { count: stars, number: number(stars) } };
  const replaced =
    flags > 0 && stars > 0
      ? t('gallery.picks.both', { number: number(names.length) })
      : flags > 0
        ? t('gallery.picks.rejected', counted.flags)
        : t('gallery.picks.restarred', counted.stars);
  return (
    <Modal
      opened
      onClose={close}
      title={t('gallery.picks.title')}
      size={520}
      // It comes of the palette, a menu or a drop: there is nothing to go back to.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="picks"
    >
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
      <Names of={names} words={replaced} />
      <Names of={plan.noRoom} words={t('gallery.picks.noRoom')} />
      <Names of={plan.goneNames} words={t('gallery.picks.gone', { count: gone, number: number(gone) })} />
      <Names of={plan.unknownIds} words={t('gallery.picks.unknown', { count: unknown, number: number(unknown) })} />
      <p className={classes.line} role="status" data-testid="picks-changes">
        {changes === 0
          ? t('gallery.picks.noChanges')
          : t('gallery.picks.changes', { count: changes, number: number(changes) })}
      </p>
      {changes > 0 && <p className={classes.line}>{t('gallery.picks.how')}</p>}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={close}>
          {t('actions.cancel')}
        </Button>
        <Button onClick={() => void importPicks()} disabled={changes === 0} data-autofocus data-testid="picks-go">
          {t('gallery.picks.go')}
        </Button>
      </Group>
    </Modal>
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
function Names({ of, words }: { readonly of: readonly string[]; readonly words: string }) {
  if (of.length === 0) return null;
  return (
    <>
      <p className={classes.line}>{words}</p>
      <ul className={`${classes.names} selectable`}>
        {[...new Set(of)].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  );
}
