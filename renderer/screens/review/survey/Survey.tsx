/** Several photographs as large as they fit together: one after the other is taken out, and the rest grow. */
import { Box, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommandTarget } from '../../../commands/commandTargets.ts';
import { IconAction } from '../../../components/actions/IconAction.tsx';
import { rowOf } from '../../../state/lists/pagedList.ts';
import { usePanes } from '../../../state/review/panesStore.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { PanesBar } from '../panes/PanesBar.tsx';
import { focusOn } from '../panes/paneActions.ts';
import { useDetails, useReadDetails } from '../panes/paneDetails.ts';
import reviewClasses from '../Review.module.css';
import { serialize } from '../serialize.ts';
import { SurveyTile } from './SurveyTile.tsx';
import { surveyLayout, surveyShape } from './surveyLayout.ts';
import { nextSurveyIndex, pageOf, surveyPages } from './surveyPages.ts';

const space = { gap: 12, caption: 26 };

export function Survey() {
  const { t } = useTranslation();
  const area = useElementSize();
  const panes = usePanes((panes) => panes.panes);
  const focus = usePanes((panes) => panes.focus);
  const details = useDetails((state) => state.details);
  const pages = surveyPages(panes.length);
  const page = pageOf(focus, pages);
  const { from, to } = pages[page] ?? { from: 0, to: 0 };
  const shown = panes.slice(from, to);
  useReadDetails(shown.map(({ id }) => id));
  const list = photographList.use();
  const shapes = shown.map(({ id }) => surveyShape(details.get(id)?.photograph ?? rowOf(list, id)));
  const cells = surveyLayout(shapes, { width: area.width, height: area.height }, space);
  useCommandTarget('survey', (key) => {
    const focusIndex = usePanes.getState().focus;
    focusOn(nextSurveyIndex(key, focusIndex, pages, cells) ?? focusIndex);
  });
  return (
    <section className={reviewClasses.panes} aria-label={t('panes.survey.label')} data-testid="survey">
      <PanesBar title={t('panes.survey.photographs', { count: panes.length })} left={0}>
        {pages.length > 1 && (
          <>
            <Text span inherit c="dimmed" className="numbers" role="status" data-testid="survey-page">
              {t('panes.survey.page', { from: from + 1, to, total: panes.length })}
            </Text>
            <IconAction
              icon={IconChevronLeft}
              label={t('panes.survey.previousPage')}
              onClick={() => void serialize(() => focusOn(pages[page - 1]?.from ?? 0))}
              disabled={page === 0}
              testId="survey-previous"
            />
            <IconAction
              icon={IconChevronRight}
              label={t('panes.survey.nextPage')}
              onClick={() => void serialize(() => focusOn(to))}
              disabled={page === pages.length - 1}
              testId="survey-next"
            />
          </>
        )}
      </PanesBar>
      <Box display="grid" mih={0} p={12}>
        <div ref={area.ref} className={reviewClasses.stageArea}>
          {shown.map((pane, index) => {
            const cell = cells[index];
            return cell ? (
              <SurveyTile
                key={pane.id}
                pane={pane}
                cell={cell}
                index={from + index}
                count={panes.length}
                isFocused={from + index === focus}
              />
            ) : null;
          })}
        </div>
      </Box>
    </section>
  );
}
