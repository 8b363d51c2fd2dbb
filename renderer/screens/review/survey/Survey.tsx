/** Several photographs as large as they fit together: one after the other is taken out, and the rest grow. */
import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { inTurn } from '../../../state/inTurn.ts';
import { rowOf } from '../../../state/list.ts';
import { focusOn, takeOut } from '../../../state/look/act.ts';
import { useDetails, useReadDetails } from '../../../state/look/details.ts';
import { closeLook, openFocused, useLook } from '../../../state/look/look.ts';
import { photographList } from '../../../state/photographList.ts';
import { orEndFullScreen, toggleFullScreen } from '../fullScreen.ts';
import { LookBar } from '../LookBar.tsx';
import reviewClasses from '../Review.module.css';
import { useKeys } from '../useKeys.ts';
import classes from './Survey.module.css';
import { SurveyTile } from './SurveyTile.tsx';
import { surveyLayout, surveyStep } from './surveyLayout.ts';
import { surveyShape } from './surveyShape.ts';

const space = { gap: 12, caption: 26 };

const fromFocus = (act: (focus: number) => void): void => void inTurn(() => act(useLook.getState().focus));

export function Survey() {
  const { t } = useTranslation();
  const area = useElementSize();
  const panes = useLook((look) => look.panes);
  const focus = useLook((look) => look.focus);
  const left = useLook((look) => look.left);
  const details = useDetails((state) => state.details);
  useReadDetails(panes.map(({ id }) => id));
  const list = photographList.use();
  const shapes = panes.map(({ id }) => surveyShape(details.get(id)?.photograph ?? rowOf(list, id)));
  const cells = surveyLayout(shapes, { width: area.width, height: area.height }, space);
  const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'] as const;
  useKeys([
    ...arrows.map((key) => [key, () => fromFocus((at) => focusOn(surveyStep(key, at, cells) ?? at))] as const),
    ['/', () => fromFocus(takeOut)],
    ['Delete', () => fromFocus(takeOut)],
    ['Backspace', () => fromFocus(takeOut)],
    ['f', toggleFullScreen],
    ['Enter', openFocused],
    ['Escape', orEndFullScreen(closeLook)],
  ]);
  return (
    <section className={reviewClasses.look} aria-label={t('look.survey.label')} data-testid="survey">
      <LookBar title={t('look.survey.photographs', { count: panes.length })} left={left} />
      <div className={classes.area}>
        <div ref={area.ref} className={reviewClasses.stageArea}>
          {panes.map((pane, index) => {
            const cell = cells[index];
            return cell ? (
              <SurveyTile
                key={pane.id}
                pane={pane}
                cell={cell}
                index={index}
                count={panes.length}
                isFocused={index === focus}
              />
            ) : null;
          })}
        </div>
      </div>
    </section>
  );
}
