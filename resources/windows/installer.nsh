; Adds galley-cli to PATH in electron-builder's installer. Uses PowerShell, because NSIS would truncate a long PATH.
!macro changePath FLAGS
  nsExec::Exec `"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\path.ps1" -Folder "$INSTDIR" -For $installMode ${FLAGS}`
  Pop $0
  ; Notifies new shells.
  SendMessage ${HWND_BROADCAST} ${WM_WININICHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!macro customInstall
  !insertmacro changePath ""
!macroend

!macro customUnInstall
  !insertmacro changePath "-Remove"
!macroend
