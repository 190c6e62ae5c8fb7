-- A file of a list may be a workbook too, which lies there as it is.
alter table export_file drop constraint export_file_file_check;
alter table export_file add constraint export_file_file_check check (file ~ '^[\w-]{32}\.(csv\.gz|xlsx)$');
