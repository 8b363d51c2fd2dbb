/** The toolbar over the grid: title, search, sort order, tile size, and actions. */
import { Box, CloseButton, Flex, Menu, Slider, TextInput } from '@mantine/core';
import { useDebouncedCallback, useElementSize, useMergedRef } from '@mantine/hooks';
import { IconSearch, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { photographSorts } from '../../../../contract/review/list-queries.ts';
import { MiddleEllipsis } from '../../../components/list/MiddleEllipsis.tsx';
import { SearchHint } from '../../../components/list/SearchHint.tsx';
import { SortMenu } from '../../../components/list/SortMenu.tsx';
import { useSearchKeys } from '../../../components/list/useSearchKeys.ts';
import { useData } from '../../../state/data/store.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { changeOrder, changeQuery, useReviewUi } from '../../../state/review/reviewUi.ts';
import { changeSettings } from '../../../state/settings/settings.ts';
import { moveLead } from '../decisions/photoDecisions.ts';
import { useFitLevel } from '../loupe/useFitLevel.ts';
import classes from './Grid.module.css';
import { ReviewActions } from './ReviewActions.tsx';

const minTilePx = 96;
const maxTilePx = 480;
/** The search starts after this pause in typing. */
const typingPauseMs = 40;

export const GridHeader = memo(function GridHeader() {
  const { t, i18n } = useTranslation();
  const query = useReviewUi((ui) => ui.query);
  const batch = useData((data) => data.batches.find(({ id }) => id === query.batchId));
  const tile = useData((data) => data.settings.reviewTile);
  const [size, setSize] = useState(tile);
  useEffect(() => setSize(tile), [tile]);
  const head = useElementSize();
  const element = useRef<HTMLElement>(null);
  const ref = useMergedRef(head.ref, element);
  const title = batch ? formatMessage(batch.title) : (query.recipe ?? t('review.all'));
  const hasRoom = useFitLevel(element, head.width, `${i18n.language} ${title}`, 1) === 0;
  return (
    <Flex component="header" ref={ref} gap={8} align="center" mih={56} p="8px 20px 4px 16px">
      {/* If there is room, the title is shortened last. */}
      <Box
        component="h2"
        className="ellipsis"
        flex={hasRoom ? '1 0 auto' : '1 1 auto'}
        miw={72}
        m={0}
        fz={14}
        title={title}
      >
        <MiddleEllipsis text={title} />
      </Box>
      <SearchField />
      <OrderMenu />
      <Slider
        value={size}
        onChange={setSize}
        onChangeEnd={(reviewTile) => void changeSettings({ reviewTile })}
        min={minTilePx}
        max={maxTilePx}
        step={16}
        label={null}
        flex="0 1 112px"
        miw={64}
        size="sm"
        thumbLabel={t('review.tile')}
        data-testid="review-tile-size"
      />
      <ReviewActions hasRoom={hasRoom} />
    </Flex>
  );
});

const SearchField = memo(function SearchField() {
  const { t } = useTranslation();
  const queryText = useReviewUi((ui) => ui.query.text);
  const [text, setText] = useState(queryText);
  const field = useRef<HTMLInputElement>(null);
  const search = useDebouncedCallback((words: string) => changeQuery({ text: words }), typingPauseMs);
  useEffect(() => setText(queryText), [queryText]);
  const clear = () => {
    search.cancel();
    setText('');
    changeQuery({ text: '' });
  };
  const onKeyDown = useSearchKeys({
    field,
    flush: () => search.flush(),
    clear,
    settled: photographList.settled,
    toFirst: () => moveLead(0),
  });
  return (
    <SearchHint isEmpty={text === ''} className={classes.search}>
      <TextInput
        ref={field}
        size="xs"
        aria-label={t('review.search')}
        placeholder={t('review.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={text && <CloseButton size="xs" aria-label={t('queue.clearSearch')} onClick={clear} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        data-testid="review-search"
      />
    </SearchHint>
  );
});

function OrderMenu() {
  const { t } = useTranslation();
  const { sort, descending } = useReviewUi((ui) => ui.query);
  return (
    <SortMenu
      sorts={photographSorts}
      sort={sort}
      icon={descending ? IconSortDescending : IconSortAscending}
      nameOf={(key) => t(`review.sort.${key}`)}
      onSort={(sort) => changeOrder({ sort })}
      testId="review-sort"
    >
      <Menu.Divider />
      <Menu.RadioGroup
        value={descending ? 'descending' : 'ascending'}
        onChange={(direction) => changeOrder({ descending: direction === 'descending' })}
      >
        {(['ascending', 'descending'] as const).map((key) => (
          <Menu.RadioItem key={key} value={key} closeMenuOnClick data-testid={`review-sort-${key}`}>
            {t(`review.${key}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <CaptionItems />
    </SortMenu>
  );
}

function CaptionItems() {
  const { t } = useTranslation();
  const caption = useData((data) => data.settings.reviewCaption);
  return (
    <>
      <Menu.Label>{t('review.captions.label')}</Menu.Label>
      <Menu.RadioGroup
        value={caption}
        onChange={(reviewCaption) => void changeSettings({ reviewCaption: reviewCaption as typeof caption })}
      >
        {(['name', 'recipe'] as const).map((key) => (
          <Menu.RadioItem key={key} value={key} data-testid={`review-captions-${key}`}>
            {t(`review.captions.${key}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
