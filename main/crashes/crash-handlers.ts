import { msg } from '../../contract/messages/message.ts';
import { nameTimes, safeName } from '../../contract/recipes/naming.ts';
import type { crashRequests } from '../../preload/requests/crashes.ts';
import { saveFileAs } from '../delivery/common/save-file.ts';
import { isFolder } from '../files/private-files.ts';
import type { HandlersOf, RequestContext } from '../ipc/bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../ipc/bridge/user-error.ts';
import { createRedactionContext, redactReport, zipReports } from './export-reports.ts';

export function crashHandlers({ core, desktop }: RequestContext): HandlersOf<typeof crashRequests> {
  const { crashes } = desktop;
  const redactionContext = () => createRedactionContext(desktop.codeFolder, core.store, core.keys);
  return {
    'crashes.list': () => crashes.list(),
    'crashes.text': ({ id }) => {
      const text = redactReport(crashes, id, redactionContext());
      if (text === null) throw new UserError(msg('ipc.crashes.gone'));
      return text;
    },
    'crashes.reveal': async () => {
      if (!(await isFolder(crashes.folder))) throw new UserError(msg('ipc.crashes.gone'));
      desktop.reveal(crashes.folder);
    },
    'crashes.export': () =>
      withUserErrors(async () => {
        const folder = await desktop.chooseFolder(msg('ipc.crashes.choose'), null);
        if (folder === null) return null;
        const { exports } = core;
        const name = safeName(`${exports.toWords(msg('ipc.crashes.title'))} ${nameTimes(exports.now()).date}`);
        return saveFileAs(`${name}.zip`, folder, exports, (scratch) =>
          zipReports(crashes, redactionContext(), scratch),
        );
      }),
    'crashes.clear': () => crashes.clear(),
    'crashes.news': () => crashes.news(),
  };
}
