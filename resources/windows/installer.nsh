; Included by electron-builder's installer: galley-cli on PATH. PowerShell, because strings of NSIS would cut a long PATH.
!macro changePath FLAGS
  nsExec::Exec `"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe" -NoProfile -NonInteractive -ExecutionPolicy Bypass -File "$INSTDIR\resources\path.ps1" -Folder "$INSTDIR" -For $installMode ${FLAGS}`
  Pop $0
  ; Shells that start from now on see it.
  SendMessage ${HWND_BROADCAST} ${WM_WININICHANGE} 0 "STR:Environment" /TIMEOUT=5000
!macroend

!macro customInstall
  !insertmacro changePath ""
!macroend

!macro customUnInstall
  !insertmacro changePath "-Remove"
!macroend
