/** One picture of a comparison: the picture, its name, its recipe, and what was decided about it. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '../../../../contract/review/photo-decision.ts';
import { LinkedStage } from '../../../components/stage/LinkedStage.tsx';
import type { PhotoPane } from '../../../state/review/panes.ts';
import { usePanes } from '../../../state/review/panesStore.ts';
import { useBackdrop } from '../../../state/settings/backdrop.ts';
import type { LinkedView, Pane, Point } from '../../../state/stage/linkedView.ts';
import { DecisionBadges, FlawBadges } from '../Badges.tsx';
import { ClientCorner } from '../ClientMarks.tsx';
import { FlagToggles } from '../FlagToggles.tsx';
import { comparisonOf } from '../loupeComparison.ts';
import { focusOnPane } from '../panes/paneActions.ts';
import { usePaneFocus } from '../panes/usePaneFocus.ts';
import { usePanePhotographs } from '../panes/usePanePhotographs.ts';
import { decideAboutClicked } from '../photoDecisions.ts';
import reviewClasses from '../Review.module.css';
import { serialize } from '../serialize.ts';
import { useVersionName } from '../useVersionName.ts';
import classes from './Compare.module.css';

interface ComparePaneProps {
  readonly pane: PhotoPane;
  readonly index: number;
  readonly count: number;
  readonly isFocused: boolean;
  readonly isVersions: boolean;
  readonly linked: LinkedView;
  readonly onPane: (index: number, pane: Pane) => void;
  /** The focused one was clicked at a point. */
  readonly onZoom: (point: Point) => void;
}

const change = (next: (linked: LinkedView) => LinkedView) =>
  usePanes.setState(({ linked }) => ({ linked: next(linked) }));

export function ComparePane(props: ComparePaneProps) {
  const { pane, index, count, isFocused, isVersions, linked, onPane, onZoom } = props;
  const { t } = useTranslation();
  const element = useRef<HTMLElement>(null);
  const backdrop = useBackdrop();
  const seen = usePanePhotographs(pane);
  const nameOf = useVersionName();
  const onFocus = usePaneFocus(element, pane, isFocused);
  const shown = seen && comparisonOf(seen.version, seen.photograph, { original: seen.version === null, result: true });
  const decision: Decision | null = seen
    ? { ...seen.photograph.decision, ...(isVersions && seen.version ? { ...seen.version.decision, note: '' } : {}) }
    : null;
  const name = seen?.photograph.name ?? '';
  const version = seen?.version ? nameOf(seen.version) : '';
  return (
    <section
      ref={element}
      className={classes.pane}
      aria-label={t('panes.caption', { n: index + 1, total: count, name })}
      aria-current={isFocused}
      tabIndex={isFocused ? 0 : -1}
      onFocus={onFocus}
      data-testid={`compare-pane-${index}`}
      data-photograph={pane.id}
      data-version={seen?.version?.id}
    >
      <div className={classes.picture}>
        {shown ? (
          <LinkedStage
            width={shown.width}
            height={shown.height}
            picture={shown.after}
            backdrop={backdrop}
            linked={linked}
            onChange={change}
            onPane={(geometry) => onPane(index, geometry)}
            onPress={(point) => (isFocused ? onZoom(point) : void serialize(() => focusOnPane(pane)))}
          />
        ) : (
          <p className={classes.empty}>{seen === undefined ? t('panes.loading') : t('panes.gone')}</p>
        )}
        {seen && !isVersions && <ClientCorner clients={seen.photograph.clients} />}
        {seen && !isVersions && <FlawBadges quality={seen.photograph.quality} />}
      </div>
      <div className={classes.caption}>
        {decision && (
          <span className={reviewClasses.group}>
            <FlagToggles
              flag={decision.flag}
              onFlag={(flag) => {
                void serialize(() => focusOnPane(pane));
                if (seen) void decideAboutClicked(seen.photograph.id, { flag }, pane);
              }}
              testId={(flag) => `compare-${flag}-${index}`}
            />
          </span>
        )}
        <span className={`${classes.name} ellipsis`} title={seen?.photograph.sourcePath}>
          {name}
        </span>
        <span className={`${reviewClasses.dim} ellipsis`} title={version}>
          {version}
        </span>
        <span className={reviewClasses.grow} />
        {decision && (
          <DecisionBadges {...decision} foreignLabel={isVersions ? '' : (seen?.photograph.foreignLabel ?? '')} />
        )}
      </div>
    </section>
  );
}
