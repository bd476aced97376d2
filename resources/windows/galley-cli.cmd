@echo off
rem The commands of Galley in cmd and PowerShell: galley-cli doctor. galley.exe is a program with a window. A shell does not
rem wait for it, and it prints into files and pipes only.
setlocal
if /i "%~1"=="serve" (
  "%~dp0galley.exe" %* 2>&1 | "%SystemRoot%\System32\findstr.exe" "^"
  exit /b
)
set "said=%TEMP%\galley-cli-%RANDOM%%RANDOM%"
start "" /b /wait "%~dp0galley.exe" %* >"%said%.out" 2>"%said%.err" <nul
set "code=%ERRORLEVEL%"
type "%said%.err" 1>&2
type "%said%.out"
del "%said%.out" "%said%.err"
exit /b %code%
