# The Windows installer's last page offers to put `burnish` on the PATH; the uninstaller takes it off again.

!include WordFunc.nsh
!include WinMessages.nsh

!define launcherFolder "$INSTDIR\resources\bin"
!define environmentOfAll "SYSTEM\CurrentControlSet\Control\Session Manager\Environment"

# Adds (+) the folder of the launcher to a PATH, or takes it off (-). One that NSIS cannot hold whole is left alone.
!macro changePath sign root key
  ReadRegStr $0 ${root} "${key}" "Path"
  ${WordAdd} "$0" ";" "${sign}${launcherFolder}" $1
  StrLen $2 "$0;${launcherFolder}"
  IntOp $2 $2 + 1
  ${If} $2 < ${NSIS_MAX_STRLEN}
  ${AndIf} $1 != $0
    WriteRegExpandStr ${root} "${key}" "Path" "$1"
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=5000
  ${EndIf}
!macroend

!macro changePathOf sign
  ${If} $installMode == "all"
    !insertmacro changePath ${sign} HKLM "${environmentOfAll}"
  ${Else}
    !insertmacro changePath ${sign} HKCU "Environment"
  ${EndIf}
!macroend

!ifndef BUILD_UNINSTALLER
  !define MUI_FINISHPAGE_SHOWREADME ""
  !define MUI_FINISHPAGE_SHOWREADME_NOTCHECKED
  !define MUI_FINISHPAGE_SHOWREADME_TEXT "$(useInTerminals)"
  !define MUI_FINISHPAGE_SHOWREADME_FUNCTION addToPath

  Function addToPath
    !insertmacro changePathOf +
  FunctionEnd
!endif

!macro customHeader
  !ifndef BUILD_UNINSTALLER
    LangString useInTerminals ${LANG_ENGLISH} "Use “burnish” in terminals (adds it to the PATH)"
    LangString useInTerminals ${LANG_GERMAN} "„burnish“ in Terminals verwenden (nimmt es in den PATH auf)"
    LangString useInTerminals ${LANG_SPANISH} "Usar “burnish” en terminales (lo añade al PATH)"
    LangString useInTerminals ${LANG_FRENCH} "Utiliser « burnish » dans les terminaux (l’ajoute au PATH)"
    LangString useInTerminals ${LANG_JAPANESE} "ターミナルで「burnish」を使用（PATH に追加）"
    LangString useInTerminals ${LANG_KOREAN} "터미널에서 ‘burnish’ 사용(PATH에 추가)"
    LangString useInTerminals ${LANG_RUSSIAN} "Использовать «burnish» в терминалах (добавить в PATH)"
    LangString useInTerminals ${LANG_SIMPCHINESE} "在终端中使用“burnish”（添加到 PATH）"
    LangString useInTerminals ${LANG_TRADCHINESE} "在終端機中使用「burnish」（加入 PATH）"
  !endif
!macroend

# An update installs anew: what was chosen stays.
!macro customUnInstall
  ${IfNot} ${isUpdated}
    !insertmacro changePathOf -
  ${EndIf}
!macroend
