/** The list of keyboard shortcuts. */
import { Kbd, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUi } from '../state/ui.ts';
import classes from './HelpModal.module.css';

const command = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

const groups = [
  {
    title: 'help.everywhere',
    keys: [
      [[command, '1–7'], 'help.screens'],
      [[command, 'O'], 'help.open'],
      [[command, 'K'], 'help.palette'],
      [[command, 'Shift', 'P'], 'help.pause'],
      [[command, 'Z'], 'help.undo'],
      [[command, 'Shift', 'Z'], 'help.redo'],
      [['?'], 'help.help'],
    ],
  },
  {
    title: 'help.list',
    keys: [
      [['↑', '↓'], 'help.move'],
      [['Shift', '↑', '↓'], 'help.extend'],
      [[command, 'A'], 'help.all'],
      [[command, 'F'], 'help.search'],
      [['Space'], 'help.review'],
      [['Del'], 'help.remove'],
    ],
  },
  {
    title: 'help.decide',
    keys: [
      [['P', 'X', 'U'], 'help.flags'],
      [['0–5'], 'help.stars'],
      [['6–9'], 'help.labels'],
      [['Caps Lock'], 'help.advance'],
      [['S'], 'help.stack'],
      [['C'], 'help.compare'],
      [['N'], 'help.survey'],
      [[command, 'A'], 'help.all'],
      [[command, 'E'], 'help.export'],
      [[command, 'C'], 'help.copyFiles'],
      [['Esc'], 'help.clear'],
    ],
  },
  {
    title: 'help.loupe',
    keys: [
      [['←', '→'], 'help.page'],
      [['↑', '↓'], 'help.versions'],
      [['Z', 'Space'], 'help.zoom'],
      [['+', '−'], 'help.zoomSteps'],
      [['[', ']'], 'help.slider'],
      [['\\'], 'help.flicker'],
      [['Y'], 'help.difference'],
      [['M'], 'help.peaking'],
      [['D', 'Shift+D'], 'help.faces'],
      [['B'], 'help.background'],
      [['O'], 'help.marks'],
      [['Tab'], 'help.sides'],
      [['F'], 'help.fullScreen'],
      [['K'], 'help.touch'],
      [['Esc'], 'help.back'],
    ],
  },
  {
    title: 'help.comparing',
    keys: [
      [['←', '→'], 'help.frame'],
      [['↑', '↓'], 'help.exchange'],
      [['Alt'], 'help.alone'],
      [['Z', 'Space'], 'help.zoomAll'],
      [['/', 'Del'], 'help.takeOut'],
      [['Enter'], 'help.openOne'],
      [['Esc'], 'help.return'],
    ],
  },
  {
    title: 'help.touching',
    keys: [
      [['[', ']'], 'help.brushSize'],
      [['Shift', '[', ']'], 'help.softness'],
      [['X', 'Alt'], 'help.swap'],
      [['A'], 'help.edges'],
      [['Space'], 'help.pan'],
      [['⌫', command, 'Z'], 'help.undoStroke'],
      [['Enter'], 'help.touchDone'],
      [['Esc'], 'help.touchCancel'],
    ],
  },
] as const;

export function HelpModal() {
  const { t } = useTranslation();
  const open = useUi((ui) => ui.helpOpen);
  return (
    <Modal
      opened={open}
      onClose={() => useUi.setState({ helpOpen: false })}
      title={t('help.title')}
      size={1080}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="help"
    >
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{t(group.title)}</h3>
            <dl>
              {group.keys.map(([keys, words]) => (
                <div key={words}>
                  <dt>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{t(words)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
