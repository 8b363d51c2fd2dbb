/** One picture of a comparison, with its name, result, and decision. */
import { Box, Center, Flex, Group, Text } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '../../../../contract/review/photo-decision.ts';
import { LinkedStage } from '../../../components/stage/LinkedStage.tsx';
import type { PhotoPane } from '../../../state/review/panes.ts';
import { usePanes } from '../../../state/review/panesStore.ts';
import { useBackdrop } from '../../../state/settings/backdrop.ts';
import type { LinkedView, Pane, Point } from '../../../state/stage/linkedView.ts';
import { DecisionBadges, FlawBadges } from '../decisions/Badges.tsx';
import { ClientCorner } from '../decisions/ClientMarks.tsx';
import { FlagToggles } from '../decisions/FlagToggles.tsx';
import { decideAboutClicked } from '../decisions/photoDecisions.ts';
import { useVersionName } from '../inspector/versionNames.ts';
import { comparisonOf } from '../loupe/loupeComparison.ts';
import { focusOnPane } from '../panes/paneActions.ts';
import { usePaneFocus } from '../panes/usePaneFocus.ts';
import { usePanePhotographs } from '../panes/usePanePhotographs.ts';
import reviewClasses from '../Review.module.css';
import { serialize } from '../serialize.ts';
import classes from './Compare.module.css';

interface ComparePaneProps {
  readonly pane: PhotoPane;
  readonly index: number;
  readonly count: number;
  readonly isFocused: boolean;
  readonly isVersions: boolean;
  readonly linked: LinkedView;
  readonly onPane: (index: number, pane: Pane) => void;
  /** The focused picture was clicked. */
  readonly onZoom: (point: Point) => void;
}

const updateLinked = (next: (linked: LinkedView) => LinkedView) =>
  usePanes.setState(({ linked }) => ({ linked: next(linked) }));

export function ComparePane(props: ComparePaneProps) {
  const { pane, index, count, isFocused, isVersions, linked, onPane, onZoom } = props;
  const { t } = useTranslation();
  const element = useRef<HTMLDivElement>(null);
  const backdrop = useBackdrop();
  const content = usePanePhotographs(pane);
  const nameOf = useVersionName();
  const onFocus = usePaneFocus(element, pane, isFocused);
  const shown =
    content && comparisonOf(content.version, content.photograph, { original: content.version === null, result: true });
  const decision: Decision | null = content
    ? {
        ...content.photograph.decision,
        ...(isVersions && content.version ? { ...content.version.decision, note: '' } : {}),
      }
    : null;
  const name = content?.photograph.name ?? '';
  const version = content?.version ? nameOf(content.version) : '';
  return (
    <Flex
      component="section"
      direction="column"
      pos="relative"
      miw={0}
      mih={0}
      ref={element}
      className={`${classes.pane} ${reviewClasses.framed}`}
      aria-label={t('panes.caption', { n: index + 1, total: count, name })}
      aria-current={isFocused}
      tabIndex={isFocused ? 0 : -1}
      onFocus={onFocus}
      data-testid={`compare-pane-${index}`}
      data-photograph={pane.id}
      data-version={content?.version?.id}
    >
      <Box pos="relative" flex={1} mih={0}>
        {shown ? (
          <LinkedStage
            width={shown.width}
            height={shown.height}
            picture={shown.after}
            backdrop={backdrop}
            linked={linked}
            onChange={updateLinked}
            onPane={(geometry) => onPane(index, geometry)}
            onPress={(point) => (isFocused ? onZoom(point) : void serialize(() => focusOnPane(pane)))}
          />
        ) : (
          <Center component="p" h="100%" m={0} p={16} bg="var(--b-stage)" c="dimmed" ta="center">
            {content === undefined ? t('panes.loading') : t('panes.gone')}
          </Center>
        )}
        {content && !isVersions && <ClientCorner clients={content.photograph.clients} />}
        {content && !isVersions && <FlawBadges quality={content.photograph.quality} />}
      </Box>
      <Group
        gap={8}
        wrap="nowrap"
        flex="none"
        h={32}
        p="0 8px 0 4px"
        bg="var(--b-panel)"
        fz={12}
        style={{ whiteSpace: 'nowrap' }}
      >
        {decision && (
          <Group gap={2} wrap="nowrap" align="stretch">
            <FlagToggles
              flag={decision.flag}
              onFlag={(flag) => {
                void serialize(() => focusOnPane(pane));
                if (content) void decideAboutClicked(content.photograph.id, { flag }, pane);
              }}
              testId={(flag) => `compare-${flag}-${index}`}
            />
          </Group>
        )}
        <span className="ellipsis" title={content?.photograph.sourcePath}>
          {name}
        </span>
        <Text span inherit c="dimmed" className="ellipsis" title={version}>
          {version}
        </Text>
        <Box flex={1} />
        {decision && (
          <DecisionBadges {...decision} foreignLabel={isVersions ? '' : (content?.photograph.foreignLabel ?? '')} />
        )}
      </Group>
    </Flex>
  );
}
