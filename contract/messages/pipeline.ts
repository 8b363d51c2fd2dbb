/** What happens to jobs on their way. */
export const pipeline = {
  'pipeline.paused': 'The queue is paused.',
  'pipeline.ofStudio': 'It belongs to the studio, and goes on once Burnish takes part in that again.',
  'pipeline.sentElsewhere':
    'Another computer of the studio may have sent it before it was gone, and may have been charged. Send it again or give it up?',
  'pipeline.held': 'The remaining photographs are paused.',
  'pipeline.heldForTrial': 'The remaining photographs wait for a look at the first ones.',
  'pipeline.heldForCost': 'The remaining photographs wait, since their batch may not cost more.',
  'pipeline.stuck_one': 'One result is kept and tried again when you run this again.',
  'pipeline.stuck_other': '{{count}} results are kept and tried again when you run this again.',
  'pipeline.closed': 'Burnish was closed.',
  'pipeline.end.done_one': 'One photograph is finished.',
  'pipeline.end.done_other': '{{count}} photographs are finished.',
  'pipeline.end.left_one': 'One is not what its recipe is for.',
  'pipeline.end.left_other': '{{count}} are not what their recipe is for.',
  'pipeline.end.onlyLeft_one': 'One photograph is not what its recipe is for.',
  'pipeline.end.onlyLeft_other': '{{count}} photographs are not what their recipe is for.',
  'pipeline.end.nothing': 'Nothing is left to do.',
  'pipeline.end.onlyFailed_one': 'One photograph failed.',
  'pipeline.end.onlyFailed_other': '{{count}} photographs failed.',
  'pipeline.end.onlyUncertain_one': 'One photograph needs your decision.',
  'pipeline.end.onlyUncertain_other': '{{count}} photographs need your decision.',
  'pipeline.end.failed_one': 'One failed.',
  'pipeline.end.failed_other': '{{count}} failed.',
  'pipeline.end.uncertain_one': 'One needs your decision.',
  'pipeline.end.uncertain_other': '{{count}} need your decision.',
  'pipeline.asksAgain':
    'The answer was lost. The service is asked again under the same key, so that nothing is charged twice.',
  'pipeline.cap.batch': 'The limit of {{most}} credits for this batch is reached.',
  'pipeline.cap.day':
    'The limit of {{most}} credits a day is reached. It goes on tomorrow, or once you raise the limit.',
  'pipeline.cap.month':
    'The limit of {{most}} credits a month is reached. It goes on next month, or once you raise the limit.',
  'pipeline.cap.balance': 'Going on could bring the balance below {{least}} credits. Buy credits, or lower that limit.',
  'pipeline.cap.price':
    'What “{{operation}}” costs is not known, so no limit can be kept. Enter its price in the settings of the service.',
  'pipeline.cap.price_terminal':
    'What “{{operation}}” costs is not known, so no limit can be kept. Enter its price in the window (Services, Costs), or leave the limit out.',
  'pipeline.cap.unknownBalance':
    '{{service}} has not said how many credits are left, so the balance cannot be kept. Try again, or remove that limit.',
  // In timelines of earlier versions, which drew conclusions from balances.
  'pipeline.evidence.charged':
    'It was charged: the balance went from {{before}} to {{after}} credits, and {{cost}} of them were for this photograph.',
  'pipeline.evidence.notCharged':
    'It was not charged: the balance is what it would be without it. The photograph is sent again.',
  'pipeline.nextTry': 'Next try in {{time}}.',
  'pipeline.sentAgainIn': 'Sent again in {{time}}: this service is free.',
  'pipeline.tried_one': 'Tried once.',
  'pipeline.tried_other': 'Tried {{count}} times.',
  'pipeline.fault': 'Something went wrong inside Burnish. Try again. The log has the details (Settings, Advanced).',
  'pipeline.fault_terminal': 'Something went wrong inside Burnish. Try again. BURNISH_LOG=1 shows the details.',
  'pipeline.fault_window':
    'Something went wrong inside Burnish. Try again. The log has the details (Settings, Advanced, in the window).',
  'pipeline.noService': 'The service cannot be used. Look under Services.',
  'pipeline.noService_terminal': 'The service cannot be used. See what “burnish services” says.',
  'pipeline.noService_window': 'The service cannot be used. Look under Services in the window.',
  'pipeline.notAvailable':
    '“{{operation}}” is not available on this service. Choose another recipe or another service.',
  'pipeline.noReference': '“{{operation}}” needs a second photograph. Choose it in the recipe.',
  'pipeline.background.late':
    'The disk with the background picture “{{path}}” does not answer. Connect it, or choose another picture in the recipe.',

  'pipeline.interrupted': 'Interrupted when Burnish ended, then resumed.',
  'pipeline.endedWhileSending':
    'Burnish ended while this photograph was being sent. The service may have taken it, and charged for it. Send it again, or give up?',
  'pipeline.suspect_one':
    'Burnish ended once while it worked on this photograph, which may be damaged. Save a new copy of it, then try again.',
  'pipeline.suspect_other':
    'Burnish ended {{count}} times while it worked on this photograph, which may be damaged. Save a new copy of it, then try again.',
  'pipeline.perilous_one':
    'Burnish ended while it worked on this photograph, which may be what ended it. It is set aside; what was paid for is kept. Try again, or choose another recipe.',
  'pipeline.perilous_other':
    'Burnish ended {{count}} times in a row while it worked on this photograph, which may be what ended it. It is set aside; what was paid for is kept. Try again, or choose another recipe.',

  'pipeline.source.missing': '“{{name}}” is no longer there. Put it back, or choose another file.',
  'pipeline.source.unreadable': '“{{name}}” cannot be read.',
  'pipeline.source.notCopied': '“{{name}}” could not be copied.',
  'pipeline.source.link': '“{{name}}” is now a link to another file. Add it again to process what it leads to.',
  'pipeline.source.newContent': 'The photograph has changed since it was added. Burnish goes on with its new content.',
  'pipeline.source.elsewhere': 'The photograph has changed since it was added. Another job has its new content.',
  'pipeline.source.changed':
    '“{{name}}” has changed since it was sent, so its result, which is here, cannot be finished. Put the earlier version back, then try again.',
  'pipeline.fitted': 'Copied in a size and format that the service takes.',
  'pipeline.fitted.input': '{{input}}: {{step}}',
  'pipeline.fitted.surplus':
    'The file holds more than {{most}} of data beside the picture. What goes beyond that is not carried over.',
  'pipeline.fitted.noEndMark': 'The file does not say where it ends, but all of its picture is there.',
  'pipeline.skipped': '“{{name}}” is there already, so nothing was sent.',
  'pipeline.only.left': 'Left as it is.',
  'pipeline.only.look': 'It waits in Review to be looked through.',
  'pipeline.only.instead': 'Processed with “{{recipe}}” instead.',
  'pipeline.only.gone': 'Left as it is, since the recipe that was to be used instead is gone.',
  'pipeline.only.inStudio': 'Left as it is, as always in a studio.',
  'pipeline.only.cameInstead': '“{{recipe}}” is not for this photograph, so it is processed with this recipe.',
  'pipeline.only.notSeen':
    'The built-in engine could not tell whether the recipe is for this photograph, so it was not sent.',

  'pipeline.taken': 'The service has it and is working on it.',
  'pipeline.finishedThere': 'Finished by the service.',
  'pipeline.mayBeCharged': 'It may have been charged. Send the photograph again, or give up?',
  'pipeline.answerLost':
    'The photograph was sent, but the answer was lost. The service may have charged for it. Send it again, or give up?',
  'pipeline.task.ofAnother':
    'The service gave this photograph the task of another one, so its result cannot be told apart. It may have charged for both. Send it again, or give up?',
  'pipeline.task.givenTwice':
    'The service gave the task of this photograph to another one as well. Check that the result shows the right photograph.',
  'pipeline.task.late':
    'The service did not finish the photograph within 24 hours. It may have charged for it. Send it again, or give up?',
  'pipeline.task.lost':
    'Burnish no longer knows what to ask the service for. The service may have charged for the photograph. Send it again, or give up?',
  'pipeline.task.forgotten':
    'The service no longer knows the photograph it had taken. It may have charged for it. Send it again, or give up?',

  'pipeline.task.unreadable': 'The task of “{{name}}” can’t be read at the service; Burnish keeps asking for it.',

  'pipeline.free.answerLost': 'The photograph was sent, but the answer was lost.',
  'pipeline.free.ofAnother':
    'The service gave this photograph the task of another one, so its result cannot be told apart.',
  'pipeline.free.late': 'The service did not finish the photograph within 24 hours.',
  'pipeline.free.lost': 'Burnish no longer knows what to ask the service for.',
  'pipeline.free.forgotten': 'The service no longer knows the photograph it had taken.',
  'pipeline.free.resultLost': 'The service finished the photograph, but did not give its result out within 24 hours.',
  'pipeline.free.resultGone':
    'The service finished the photograph, but its result is no longer in Burnish’s work folder.',

  'pipeline.result.none': 'The service returned no image.',
  'pipeline.result.notComposed': 'The result is no cutout, so it was not put on a background.',
  'pipeline.result.tooLarge':
    'The file has {{size}}, more than the {{most}} that are asked for: below quality {{quality}} the photograph would fall apart. Choose a smaller size in pixels.',
  'pipeline.output.notMade':
    'Further file {{number}} was not made, and all others were. Export makes it again (“Further files of their recipes, again”).',
  'pipeline.output.cannotBeMade': 'Further file {{number}} was not made, and all others were.',
  'pipeline.output.plain':
    'The file could not be made as the recipe has it. So that nothing is lost, it was written plainly.',
  'pipeline.output.fault': 'Something went wrong while it was made, as when memory runs out.',
  'pipeline.output.unplaced':
    'The location of this part in the photograph is unknown, so it stays as it came: cut from a picture at {{percent}} % of the photograph’s size.',
  'pipeline.output.ofTwin': 'There is none of the photograph with the same content either.',
  'pipeline.result.inTheOpen': 'The service gave an unencrypted address for the result, and it was fetched from there.',
  'pipeline.result.damaged': 'The result arrived damaged. Burnish fetches it again.',
  'pipeline.result.addressRefused':
    'The service does not give the result out at the address it named. It keeps results for 24 hours.',
  'pipeline.result.lost':
    'The service finished the photograph, but did not give its result out within 24 hours. It may have been charged. Send it again, or give up?',
  'pipeline.result.gone':
    'The service finished the photograph, but its result is no longer in Burnish’s work folder. It may have been charged. Send it again, or give up?',
  'pipeline.result.keptAsItCame':
    'The database was damaged, and how the photograph was fitted for the service is lost. The result has the photograph’s size, so it was kept as it came.',
  'pipeline.result.fitLost':
    'The result is here, but the database was damaged, and how the photograph was fitted for the service is lost. So the result cannot be brought to the photograph’s size. It may have been charged. Send the photograph again, or give up?',
  'pipeline.result.findings': 'The findings are kept. See them under Review.',

  'pipeline.step.done': 'Step {{step}} of {{steps}} is done.',
  'pipeline.step.gone':
    'The result of the earlier step, which was paid for, is no longer in Burnish’s work folder. Starting over may be charged again. Start over, or give up?',
  'pipeline.step.kept_one': 'The first of {{steps}} steps was done before, and its result is used.',
  'pipeline.step.kept_other': 'The first {{count}} of {{steps}} steps were done before, and their result is used.',
  'pipeline.step.startsOver': 'The result of the earlier step is gone. The photograph starts over at the first step.',

  'pipeline.twin.waits':
    'No file is left of the photograph with the same content that this one’s could be made of. This one waits until it is made again.',
  'pipeline.twin.isSent':
    'No file is left of the photograph with the same content that this one’s could be made of. This one is sent instead.',
  'pipeline.twin.madeOf': 'Made of “{{name}}”, which was paid for before. Nothing was sent.',
  'pipeline.twin.otherData':
    '“{{name}}” says about the photograph what the file sent for the same picture said. What this photograph’s own file says could not be written into it.',
  'pipeline.twin.paidBefore':
    'A photograph with the same content was finished and paid for before, but no file of its result is left that this one’s could be made of. Sending this one may be charged again. Send it, or give up?',

  'pipeline.name.written': 'Written as “{{name}}”, {{size}} px.',
  'pipeline.name.left': '“{{name}}” was there already, so nothing was written.',
  'pipeline.name.ofAnother':
    '“{{taken}}” is there already and is not an earlier result of this photograph. The result was written as “{{name}}”.',
  'pipeline.name.ofOriginal': '“{{taken}}” is a photograph of yours. The result was written as “{{name}}”.',
  'pipeline.name.changed': '“{{taken}}” was changed since Burnish wrote it. The new result was written as “{{name}}”.',
  'pipeline.name.paid':
    '“{{taken}}” was there by the time this photograph came back from the service, where it was paid for. The result was written as “{{name}}”.',
  'pipeline.name.replaced': '“{{name}}” takes the place of an earlier result, which is now “{{earlier}}”.',
  'pipeline.name.inTrash': 'The earlier result, “{{name}}”, is in the trash.',
  'pipeline.name.notInTrash': 'The earlier result could not be put into the trash. It stays as “{{name}}”.',
} as const;
