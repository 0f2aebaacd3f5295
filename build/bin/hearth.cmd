@echo off
rem The `hearth` command of an installed Hearth: the app's own Electron, run as Node on the packed command line.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\..\Hearth.exe" "%~dp0..\app.asar\dist\electron\cli.js" %*
