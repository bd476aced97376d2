@echo off
rem Runs Galley's commands in cmd and PowerShell: galley-cli doctor. galley.exe is a window program: shells do not wait for
rem it, and it only prints to files and pipes.
setlocal
if /i "%~1"=="serve" (
  "%~dp0galley.exe" %* 2>&1 | "%SystemRoot%\System32\findstr.exe" "^"
  exit /b
)
set "output=%TEMP%\galley-cli-%RANDOM%%RANDOM%"
start "" /b /wait "%~dp0galley.exe" %* >"%output%.out" 2>"%output%.err" <nul
set "code=%ERRORLEVEL%"
type "%output%.err" 1>&2
type "%output%.out"
del "%output%.out" "%output%.err"
exit /b %code%
